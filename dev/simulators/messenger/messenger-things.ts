// What the simulated Messenger is made of.

export type SimulatedApp = {
  id: string
  secret: string
  name: string
  /** the app has the reviewed feature that lets people answer for seven days */
  humanAgent: boolean
  /** the app demands appsecret_proof on every call */
  requireProof: boolean
  /** where the dialog may lead back to; empty: anywhere */
  redirectUris: string[]
  deauthorizeUrl: string | undefined
  dataDeletionUrl: string | undefined
}
export type SimulatedPerson = { id: string; name: string; pages: string[] }
export type SimulatedPage = {
  id: string
  name: string
  /** what its person may do there; without MESSAGING nobody may answer */
  tasks: string[]
  /** belongs to a business: hidden without the scope business_management */
  business: boolean
  /** fields that the app listens to; undefined: not subscribed */
  subscribed: string[] | undefined
  restricted: boolean
}
export type SimulatedCustomer = {
  id: string
  first_name: string
  last_name: string
  profile_pic?: string
  /** does not want to hear from the page */
  blocked?: boolean
  /** a name that the app may not see */
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
  /** pages that were chosen in the dialog */
  pages: string[]
}
export type SimulatedQuickReply = { content_type: 'text'; title: string; payload: string }
export type SimulatedMessage = {
  mid: string
  at: number
  /** the customer's id or the page's */
  from: string
  text?: string
  attachments?: object[]
  quickReplies?: SimulatedQuickReply[]
  appId?: string
  metadata?: string
  personaId?: string
  /** sent to a subscription, and what Meta calls it */
  marketing?: { campaign: string; tracking: string }
}
export type SimulatedThread = {
  id: string
  page: string
  user: string
  /** the customer's last action, which opens the window */
  lastActionAt: number | undefined
  /** came by an advertisement: the window is open for seven days */
  adEntryAt?: number | undefined
  /** the app that has the conversation */
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
  /** virtual time */
  expiresAt: number
  /** the next message to it is taken then; undefined: now */
  nextAt: number | undefined
  refusal?: number
}
export type SimulatedAdAccount = {
  id: string
  person: string
  name: string
  currency: string
  /** 1: it may be used */
  status: number
  /** for one message, in its currency's smallest unit; and what was taken */
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
  /** what was sent by address and may be sent again by its number */
  attachments: Set<string>
  personas: Map<string, { id: string; page: string; name: string; profile_picture_url?: string }>
  templates: Map<string, SimulatedTemplate>
  subscriptions: Map<string, SimulatedSubscription>
  adAccounts: Map<string, SimulatedAdAccount>
  messageCampaigns: Map<string, { id: string; account: string; page: string; readyAt: number }>
  /** what the permission for marketing messages is called */
  marketingScope: string
  /** what the permission for templates is called */
  utilityScope: string
  codes: Map<string, { token: SimulatedToken; redirectUri: string; at: number }>
  /** how long echo, delivered and read take (virtual milliseconds); undefined: never */
  delays: { echo: number; delivered: number | undefined; read: number | undefined }
  /** most calls of one page in a minute before error 613 */
  callsPerMinute: number
  callTimes: Map<string, number[]>
  /** words that have not been given before, in order */
  next(prefix: string): string
}
