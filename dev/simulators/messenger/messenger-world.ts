import type {
  MessengerWorld,
  SimulatedApp,
  SimulatedCustomer,
  SimulatedPage,
  SimulatedPerson,
  SimulatedThread,
  SimulatedToken,
} from './messenger-objects.ts'

/** The app id under which a page's native inbox answers. */
export const pageInboxAppId = '263902037430900'

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

/** Two people, three pages (one lacks the messaging task), three customers. */
export function makeMessengerWorld(idsFrom = 0): MessengerWorld {
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
      const count = (counters.get(prefix) ?? idsFrom) + 1
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
  for (const token of added.tokens ?? []) addToken(world, { kind: 'page', ...token })
}

export function addToken(world: MessengerWorld, token: Partial<SimulatedToken> & { token: string }): SimulatedToken {
  const stored: SimulatedToken = {
    kind: 'page',
    person: undefined,
    page: undefined,
    scopes: allScopes,
    expiresAt: undefined,
    dead: undefined,
    pages: [],
    ...token,
  }
  world.tokens.set(stored.token, stored)
  return stored
}

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
