// What the simulated Messenger knows: an app, people who own pages, customers, tokens, conversations. All in memory, and the
// same after each reset.

/** The app id under which the native inbox of a page answers. */
export const pageInboxAppId = '263902037430900'

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

export type MessengerLoad = {
  app?: Partial<SimulatedApp>
  people?: SimulatedPerson[]
  pages?: (Partial<SimulatedPage> & { id: string })[]
  users?: (Partial<SimulatedCustomer> & { id: string })[]
  tokens?: (Partial<SimulatedToken> & { token: string })[]
  delays?: Partial<MessengerWorld['delays']>
  calls_per_minute?: number
}

const allScopes = [
  'pages_show_list',
  'pages_messaging',
  'pages_utility_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  'ads_management',
  'paid_marketing_messages',
]

/** A small town: two people, three pages (one of which lacks the task of answering), three customers. */
export function makeMessengerWorld(): MessengerWorld {
  const counters = new Map<string, number>()
  const world: MessengerWorld = {
    app: {
      id: '900100200300400',
      secret: 'sim-app-secret',
      name: 'Sen (simulated)',
      humanAgent: true,
      requireProof: false,
      redirectUris: [],
      deauthorizeUrl: undefined,
      dataDeletionUrl: undefined,
    },
    people: new Map(),
    pages: new Map(),
    customers: new Map(),
    tokens: new Map(),
    threads: new Map(),
    attachments: new Set(),
    personas: new Map(),
    templates: new Map(),
    subscriptions: new Map(),
    adAccounts: new Map(),
    messageCampaigns: new Map(),
    marketingScope: 'paid_marketing_messages',
    utilityScope: 'pages_utility_messaging',
    codes: new Map(),
    delays: { echo: 0, delivered: 0, read: 0 },
    callsPerMinute: 1200,
    callTimes: new Map(),
    next(prefix) {
      const count = (counters.get(prefix) ?? 0) + 1
      counters.set(prefix, count)
      return `${prefix}${count}`
    },
  }
  const [first, second, third] = ['110220330440550', '110220330440660', '110220330440770'] as const
  load(world, {
    people: [
      { id: '7001', name: 'Trần Thu Hà', pages: [first, second, third] },
      { id: '7002', name: 'Lê Quốc Bảo', pages: [second] },
    ],
    pages: [
      { id: first, name: 'Áo Thun Hoa Mai' },
      { id: second, name: 'Trà Sữa Bờ Hồ', business: true },
      { id: third, name: 'Trang không có quyền nhắn tin', tasks: ['ANALYZE'] },
    ],
    users: [
      { id: '24680000000000011', first_name: 'Lan', last_name: 'Nguyễn' },
      { id: '24680000000000022', first_name: 'Minh', last_name: 'Phạm' },
      { id: '24680000000000033', first_name: 'Anna', last_name: 'Smith' },
    ],
    tokens: [first, second].map(page => ({ token: `page-token-${page}`, page })),
  })
  for (const [id, name, currency] of [
    ['8800110022003300', 'Áo Thun Hoa Mai, quảng cáo', 'VND'],
    ['8800110022003311', 'Hoa Mai Export', 'USD'],
  ] as const)
    world.adAccounts.set(id, { id, person: '7001', name, currency, status: 1, price: 320, charged: 0 })
  return world
}

/** Adds to the world, or changes what has the same id. */
export function load(world: MessengerWorld, added: MessengerLoad): void {
  Object.assign(world.app, added.app)
  Object.assign(world.delays, added.delays)
  world.callsPerMinute = added.calls_per_minute ?? world.callsPerMinute
  for (const person of added.people ?? []) world.people.set(person.id, person)
  for (const page of added.pages ?? [])
    world.pages.set(page.id, {
      name: `Trang ${page.id}`,
      tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
      business: false,
      subscribed: undefined,
      restricted: false,
      ...world.pages.get(page.id),
      ...page,
    })
  for (const user of added.users ?? [])
    world.customers.set(user.id, {
      first_name: 'Khách',
      last_name: user.id.slice(-4),
      ...world.customers.get(user.id),
      ...user,
    })
  for (const token of added.tokens ?? []) keepToken(world, { kind: 'page', ...token })
}

export function keepToken(world: MessengerWorld, token: Partial<SimulatedToken> & { token: string }): SimulatedToken {
  const kept: SimulatedToken = {
    kind: 'page',
    person: undefined,
    page: undefined,
    scopes: allScopes,
    expiresAt: undefined,
    dead: undefined,
    pages: [],
    ...token,
  }
  world.tokens.set(kept.token, kept)
  return kept
}

/** The conversation of a customer with a page; begun when there is none. */
export function threadOf(world: MessengerWorld, page: string, user: string): SimulatedThread {
  const key = `${page} ${user}`
  const thread = world.threads.get(key) ?? {
    id: world.next('t_'),
    page,
    user,
    lastActionAt: undefined,
    owner: world.app.id,
    messages: [],
  }
  world.threads.set(key, thread)
  return thread
}
