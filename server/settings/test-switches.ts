import { StartError } from '#platform/errors.ts'
import type { Values } from './all-settings.ts'

const knownSecrets = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
]

/** Trusted about people, money and messages: https only, never this machine. */
const believed = [
  'STRIPE_API_BASE',
  'PAYONEER_BASE_URL',
  'SEPAY_API_BASE',
  'TURNSTILE_VERIFY_URL',
  'META_GRAPH_BASE_URL',
  'META_DIALOG_BASE_URL',
  'ZALO_API_BASE_URL',
  'ZALO_BUSINESS_BASE_URL',
  'ZALO_OAUTH_BASE_URL',
  'OAUTH_GOOGLE_ISSUER_URL',
  'OAUTH_FACEBOOK_ISSUER_URL',
  'OAUTH_OIDC_ISSUER_URL',
] as const

/** Without NODE_ENV, HOST or PUBLIC_URL decide: a local trial sets neither and is not checked. */
export function isProduction(config: Values): boolean {
  if (config.NODE_ENV !== '') return config.NODE_ENV === 'production'
  return !isLocalHost(config.HOST) || (config.PUBLIC_URL !== '' && !isLoopback(config.PUBLIC_URL))
}

/** @throws StartError with the first test switch that does not belong in production */
export function refuseTestSwitches(config: Values): void {
  if (!isProduction(config)) return
  const [first] = wrongInProduction(config)
  if (first)
    throw new StartError(
      `${first} That is refused where others can reach the program. If this is no production, say so: NODE_ENV=development.`,
    )
}

function wrongInProduction(config: Values): string[] {
  const publicUrl = new URL(config.PUBLIC_URL || 'http://localhost')
  return [
    ...opened(config),
    ...(config.AUTH_MAIL_GAP_SECONDS === 0 ? ['AUTH_MAIL_GAP_SECONDS=0: anybody’s mailbox may be filled.'] : []),
    ...wideReturns(config.REDIRECT_ALLOW_LIST).map(
      pattern => `REDIRECT_ALLOW_LIST: ${pattern} lets links of mails lead to hosts of strangers.`,
    ),
    ...(/^[123]x0+[A-Z]{2}$/.test(config.TURNSTILE_SECRET_KEY) || /^[123]x0+[A-Z]{2}$/.test(config.TURNSTILE_SITE_KEY)
      ? ['TURNSTILE_SECRET_KEY is one of Cloudflare’s for tests, which judges nobody.']
      : []),
    ...(/^[sr]k_test_/.test(config.STRIPE_SECRET_KEY)
      ? ['STRIPE_SECRET_KEY is one for tests: plans could be had by cards that pay nothing.']
      : []),
    ...(new URL(config.PAYONEER_BASE_URL).hostname.includes('sandbox')
      ? ['PAYONEER_BASE_URL is the one to try it: plans could be had by cards that pay nothing.']
      : []),
    ...believed.flatMap(name => {
      if (config[name] === '') return []
      if (isLoopback(config[name])) return [`${name} leads to this machine.`]
      return config[name].startsWith('https:') ? [] : [`${name} is not https.`]
    }),
    ...(publicUrl.protocol !== 'https:' && !isLocalHost(publicUrl.hostname)
      ? ['PUBLIC_URL is not https: passwords and sessions could be read on their way.']
      : []),
  ]
}

export function switchesInUse(config: Values): string[] {
  return opened(config)
}

function opened(config: Values): string[] {
  return [
    ...(config.AUTH_RATE_LIMITS ? [] : ['AUTH_RATE_LIMITS=off: sign-in is not limited.']),
    ...(config.AUTH_COMMON_PASSWORDS
      ? []
      : ['AUTH_COMMON_PASSWORDS=off: passwords that everybody guesses first may be chosen.']),
    ...(config.HUMAN_CHECK === 'off' ? ['HUMAN_CHECK=off: nobody is asked to show that they are human.'] : []),
    ...(config.AUTH_PATH_PREFIX ? [] : ['AUTH_PATH_PREFIX=off: sign-in answers at / too.']),
    ...(config.AUTH_AUTOCONFIRM ? ['AUTH_AUTOCONFIRM=on: addresses are not confirmed.'] : []),
    ...(config.PAYMENTS_SIMULATOR ? ['PAYMENTS_SIMULATOR=on: payments are simulated, no money is taken.'] : []),
    ...[config.JWT_SECRET, config.JWT_SECRET_ALSO].flatMap(secret =>
      knownSecrets.includes(secret) ? ['JWT_SECRET is one that everybody knows.'] : [],
    ),
    ...(config.TEST_SEED_SQL ? [`TEST_SEED_SQL=${config.TEST_SEED_SQL} is a seed for tests.`] : []),
  ]
}

/** Patterns matching hosts of unknown owners: `https://**`, `https://*.vn`, `https://shop.vn**`. */
function wideReturns(list: string): string[] {
  return list
    .split(',')
    .map(pattern => pattern.trim())
    .filter(pattern => {
      if (pattern === '') return false
      const host = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)/i.exec(pattern)?.[1]
      if (host === undefined) return true
      return /^http/i.test(pattern) && /[*?]/.test(host) && !/^\*{1,2}\.[^*?.]+(?:\.[^*?.]+)+$/.test(host)
    })
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return isLocalHost(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
}

/** `0.0.0.0` and `::` are not: they listen to the whole network. */
function isLocalHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(?:\.\d+){1,3}$|^\[?::1\]?$|^\[?::ffff:(?:7f|127\.)/.test(host)
  )
}
