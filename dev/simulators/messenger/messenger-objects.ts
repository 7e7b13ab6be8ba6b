export type SimulatedApp = {
  id: string
  secret: string
  name: string
  /** the app has the reviewed feature that lets people answer for seven days */
  humanAgent: boolean
  requireProof: boolean
  /** where the dialog may redirect to; empty: anywhere */
  redirectUris: string[]
  deauthorizeUrl: string | undefined
  dataDeletionUrl: string | undefined
}
export type SimulatedPerson = { id: string; name: string; pages: string[] }
export type SimulatedPage = {
  id: string
  name: string
  /** the person's tasks on the page; without MESSAGING nobody may answer */
  tasks: string[]
  business: boolean
  /** fields the app listens to; undefined: not subscribed */
  subscribed: string[] | undefined
  restricted: boolean
}
export type SimulatedCustomer = {
  id: string
  first_name: string
  last_name: string
  profile_pic?: string
  blocked?: boolean
  hidden?: boolean
}
export type SimulatedToken = {
  token: string
  kind: 'short' | 'long' | 'page'
  person: string | undefined
  page: string | undefined
  scopes: string[]
  /** virtual time; undefined: no end */
  expiresAt: number | undefined
  /** why it is dead (a subcode of error 190) */
  dead: number | undefined
  pages: string[]
}
export type SimulatedQuickReply = { content_type: 'text'; title: string; payload: string }
export type SimulatedMessage = {
  mid: string
  at: number
  from: string
  text?: string
  attachments?: object[]
  quickReplies?: SimulatedQuickReply[]
  appId?: string
  metadata?: string
  personaId?: string
  marketing?: { campaign: string; tracking: string }
}
export type SimulatedThread = {
  id: string
  page: string
  user: string
  lastActionAt: number | undefined
  /** came by an ad: the window is open for seven days */
  adEntryAt?: number | undefined
  owner: string
  messages: SimulatedMessage[]
}
export type SimulatedTemplate = {
  id: string
  page: string
  name: string
  language: string
  category: 'UTILITY'
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED'
  components: object[]
  reason?: string
}
export type SimulatedSubscription = {
  token: string
  page: string
  user: string
  status: 'live' | 'stopped'
  title: string
  expiresAt: number
  /** when the next message to it is accepted; undefined: now */
  nextAt: number | undefined
  /** refused until then as having had enough (2300052; our reading, Meta's page was not seen) */
  cappedUntil?: number
  refusal?: number
}
export type SimulatedAdAccount = {
  id: string
  person: string
  name: string
  currency: string
  /** 1: active */
  status: number
  /** for one message, in the currency's smallest unit */
  price: number
  charged: number
  refusal?: number
}
export type MessengerWorld = {
  app: SimulatedApp
  people: Map<string, SimulatedPerson>
  pages: Map<string, SimulatedPage>
  customers: Map<string, SimulatedCustomer>
  tokens: Map<string, SimulatedToken>
  threads: Map<string, SimulatedThread>
  attachments: Set<string>
  personas: Map<string, { id: string; page: string; name: string; profile_picture_url?: string }>
  templates: Map<string, SimulatedTemplate>
  subscriptions: Map<string, SimulatedSubscription>
  adAccounts: Map<string, SimulatedAdAccount>
  messageCampaigns: Map<string, { id: string; account: string; page: string; readyAt: number }>
  marketingScope: string
  utilityScope: string
  codes: Map<string, { token: SimulatedToken; redirectUri: string; at: number }>
  /** virtual ms until echo, delivered and read; undefined: never */
  delays: { echo: number; delivered: number | undefined; read: number | undefined }
  /** beyond this, error 613 */
  callsPerMinute: number
  callTimes: Map<string, number[]>
  next(prefix: string): string
}
