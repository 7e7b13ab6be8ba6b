/** The server answers 404 for anything else; `web/routes.tsx` maps addresses to screens. */
export const addresses = {
  home: '/',
  features: '/features',
  pricing: '/pricing',
  about: '/about',
  contact: '/contact',
  guide: '/guide',
  paymentGuide: '/guide-to-payment',
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  chat: '/chat-with-us',
  status: '/status',
  auth: '/auth',
  magicLink: '/auth-magic-link',
  firebaseMagicLink: '/auth-firebase-magic-link',
  resetPassword: '/reset-password',
  error: '/error',
  payment: '/payment',
  stripePayment: '/payment/stripe',
  stripeSuccess: '/payment/stripe/success',
  payoneerPayment: '/payment/payoneer',
  payoneerSuccess: '/payment/payoneer/success',
  dashboard: '/dashboard',
  start: '/dashboard/start',
  printCode: '/dashboard/print-code',
  shutOut: '/dashboard/shut-out',
  operations: '/dashboard/operations',
  inbox: '/dashboard/inbox',
  conversation: '/dashboard/inbox/:conversationId',
  answer: '/dashboard/inbox/answers/:answerId',
  customers: '/dashboard/customers',
  customer: '/dashboard/customers/:customerId',
  dataRequests: '/dashboard/customers/requests',
  processingRegister: '/dashboard/customers/register',
  customerImport: '/dashboard/customers/import',
  campaigns: '/dashboard/campaigns',
  sequences: '/dashboard/campaigns/sequences',
  sequence: '/dashboard/campaigns/sequences/:sequenceId',
  greetings: '/dashboard/campaigns/greetings',
  campaignRules: '/dashboard/campaigns/rules',
  templates: '/dashboard/campaigns/templates',
  // former addresses
  oldGreetings: '/dashboard/greetings',
  oldConsentWords: '/dashboard/customers/words',
  campaign: '/dashboard/campaigns/:broadcastId',
  training: '/dashboard/training',
  source: '/dashboard/training/:sourceId',
  configuration: '/dashboard/configuration',
  connect: '/dashboard/connect',
  channel: '/dashboard/connect/:channelId',
  statistics: '/dashboard/statistics',
  usage: '/dashboard/usage',
  team: '/dashboard/team',
  billing: '/dashboard/billing',
  referrals: '/dashboard/referrals',
  account: '/dashboard/account',
  operator: '/operator',
  operatorDesk: '/operator/:desk',
  notifications: '/dashboard/notifications',
} as const

/** Complete without the app; in English under `/en`. */
export const documentAddresses = [
  addresses.home,
  addresses.features,
  addresses.pricing,
  addresses.about,
  addresses.contact,
  addresses.guide,
  addresses.paymentGuide,
  addresses.terms,
  addresses.privacy,
  addresses.refund,
  addresses.error,
  addresses.chat,
  addresses.status,
] as const
export type DocumentAddress = (typeof documentAddresses)[number]

export function isDocument(path: string): path is DocumentAddress {
  return (documentAddresses as readonly string[]).includes(path)
}

export function addressIn(language: 'vi' | 'en', address: string): string {
  if (language === 'vi') return address
  return address === '/' ? '/en' : `/en${address}`
}

/** Never a screen, even where nothing answers. */
const serverAddresses =
  /^\/(?:api|auth\/v1|rest\/v1|realtime\/v1|storage\/v1|hooks|widget|assets|brand|mcp|healthz|readyz|metrics)(?:\/|$)/

const patterns = Object.values(addresses).map(
  address => new RegExp(`^${address.replace(/:[a-zA-Z]+/g, '[^/]+').replace(/\/$/, '')}/?$`),
)

export function isScreen(path: string): boolean {
  return patterns.some(pattern => pattern.test(path))
}

/** The address as listed, without `/en`; undefined where there is none. */
export function pageAt(path: string): string | undefined {
  const [, english = '', rest = path] = /^(\/en)(?=\/|$)(.*)$/.exec(path) ?? []
  const at = patterns.findIndex(pattern => pattern.test(rest || '/'))
  const address = Object.values(addresses)[at]
  return address && (english && address === '/' ? english : english + address)
}

/** Unknown ones get JSON instead of a page. */
export function isForPrograms(path: string): boolean {
  return serverAddresses.test(path)
}
