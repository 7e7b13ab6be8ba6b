import { StartError } from '#platform/errors.ts'
import type { Config, Values } from './config.ts'

/** Secrets that stand in public examples and test suites. */
const knownSecrets = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
]

/** What each setting allows by itself and all of them together do not. @throws StartError with the first */
export function refuseContradictions(config: Values): void {
  if (config.NODE_ENV === 'production' && config.TEST_SEED_SQL)
    throw new StartError('TEST_SEED_SQL is refused in production.')
  if (config.NODE_ENV === 'production' && knownSecrets.includes(config.JWT_SECRET))
    throw new StartError('JWT_SECRET is one that everybody knows. Take another, or none: one is made.')
  if (config.NODE_ENV === 'production' && config.PAYMENTS_SIMULATOR)
    throw new StartError('PAYMENTS_SIMULATOR is refused in production.')
  for (const name of ['STRIPE_API_BASE', 'PAYONEER_BASE_URL'] as const)
    if (config.NODE_ENV === 'production' && isOwnMachine(config[name]))
      throw new StartError(`${name} leads to this machine, which is refused in production.`)
  if (Boolean(config.STRIPE_SECRET_KEY) !== Boolean(config.STRIPE_WEBHOOK_SECRET))
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET need each other.')
  if (Boolean(config.PAYONEER_MERCHANT_CODE) !== Boolean(config.PAYONEER_API_TOKEN))
    throw new StartError('PAYONEER_MERCHANT_CODE and PAYONEER_API_TOKEN need each other.')
  if (config.S3_ENDPOINT && !(config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY))
    throw new StartError('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.')
  if (Boolean(config.TURNSTILE_SITE_KEY) !== Boolean(config.TURNSTILE_SECRET_KEY))
    throw new StartError('TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY need each other.')
  for (const name of ['GOOGLE', 'FACEBOOK', 'OIDC'] as const) {
    if (Boolean(config[`OAUTH_${name}_CLIENT_ID`]) !== Boolean(config[`OAUTH_${name}_CLIENT_SECRET`]))
      throw new StartError(`OAUTH_${name}_CLIENT_ID and OAUTH_${name}_CLIENT_SECRET need each other.`)
  }
  if (config.ZALO_APP_ID && !config.ZALO_APP_SECRET && !config.ZALO_OA_SECRET_KEY)
    throw new StartError('ZALO_APP_ID needs ZALO_APP_SECRET beside it.')
  if (config.OAUTH_OIDC_CLIENT_ID && !config.OAUTH_OIDC_ISSUER_URL)
    throw new StartError('OAUTH_OIDC_CLIENT_ID needs OAUTH_OIDC_ISSUER_URL beside it.')
  if (config.FACEBOOK_APP_ID && !config.FACEBOOK_APP_SECRET)
    throw new StartError('FACEBOOK_APP_ID needs FACEBOOK_APP_SECRET beside it.')
  if (Boolean(config.BANK_BIN) !== Boolean(config.BANK_ACCOUNT) || (config.BANK_BIN && !config.BANK_HOLDER))
    throw new StartError('BANK_BIN, BANK_ACCOUNT and BANK_HOLDER need each other.')
  if (config.LLM_PROVIDER !== 'embedded' && !config.LLM_MODEL)
    throw new StartError('LLM_PROVIDER needs LLM_MODEL beside it.')
  if ((config.LLM_PROVIDER === 'anthropic' || config.LLM_PROVIDER === 'gemini') && !config.LLM_API_KEY)
    throw new StartError(`LLM_PROVIDER=${config.LLM_PROVIDER} needs LLM_API_KEY beside it.`)
  if (config.EMBEDDING_MODEL && config.EMBEDDING_PROVIDER === 'gemini' && !config.EMBEDDING_API_KEY)
    throw new StartError('EMBEDDING_PROVIDER=gemini needs EMBEDDING_API_KEY beside it.')
}

function isOwnMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^(127\.|0\.0\.0\.0$|\[::1?\]$|\[::ffff:7f)/.test(hostname)
  )
}

/** The test switches in use, said at start in one line each. */
export function switchesInUse(config: Config): string[] {
  return [
    ...(config.AUTH_RATE_LIMITS ? [] : ['AUTH_RATE_LIMITS=off: sign-in is not limited.']),
    ...(config.HUMAN_CHECK === 'off' ? ['HUMAN_CHECK=off: nobody is asked to show that they are human.'] : []),
    ...(config.AUTH_PATH_PREFIX ? [] : ['AUTH_PATH_PREFIX=off: sign-in answers at / too.']),
    ...(config.AUTH_AUTOCONFIRM ? ['AUTH_AUTOCONFIRM=on: addresses are not confirmed.'] : []),
    ...(config.PAYMENTS_SIMULATOR ? ['PAYMENTS_SIMULATOR=on: payments are simulated, no money is taken.'] : []),
    ...(knownSecrets.includes(config.JWT_SECRET) ? ['JWT_SECRET is one that everybody knows.'] : []),
    ...(config.TEST_SEED_SQL ? [`TEST_SEED_SQL=${config.TEST_SEED_SQL} was run.`] : []),
  ]
}
