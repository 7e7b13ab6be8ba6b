import { StartError } from '#platform/errors.ts'
import type { Values } from './all-settings.ts'
import { refuseTestSwitches } from './test-switches.ts'

/** @throws StartError with the first combination that is invalid */
export function refuseContradictions(config: Values): void {
  refuseTestSwitches(config)
  if (Boolean(config.STRIPE_SECRET_KEY) !== Boolean(config.STRIPE_WEBHOOK_SECRET))
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET need each other.')
  if (Boolean(config.PAYONEER_MERCHANT_CODE) !== Boolean(config.PAYONEER_API_TOKEN))
    throw new StartError('PAYONEER_MERCHANT_CODE and PAYONEER_API_TOKEN need each other.')
  if (config.S3_ENDPOINT && !(config.S3_BUCKET && config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY))
    throw new StartError('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.')
  if (config.DATABASE_REPLICA_URL && !config.DATABASE_URL)
    throw new StartError('DATABASE_REPLICA_URL needs DATABASE_URL beside it: the embedded database has no replica.')
  refuseOpenBackups(config)
  if (config.JWT_SECRET_ALSO && !config.JWT_SECRET) throw new StartError('JWT_SECRET_ALSO needs JWT_SECRET beside it.')
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

function refuseOpenBackups(config: Values): void {
  if (!config.BACKUP_S3_ENDPOINT) return
  if (!(config.BACKUP_S3_BUCKET && config.BACKUP_S3_ACCESS_KEY_ID && config.BACKUP_S3_SECRET_ACCESS_KEY))
    throw new StartError(
      'BACKUP_S3_ENDPOINT needs BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY beside it.',
    )
  if (!config.BACKUP_PASSPHRASE)
    throw new StartError(
      'BACKUP_S3_ENDPOINT needs BACKUP_PASSPHRASE beside it: a backup leaves this machine encrypted only.',
    )
}
