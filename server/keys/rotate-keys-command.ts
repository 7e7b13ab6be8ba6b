import { StartError } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { addSecretKey, rotateKeys } from '#platform/secrets/keys.ts'
import { relockSecrets } from './relock-secrets.ts'

export const rotateKeysUse = 'rotate-keys [signing|encryption]'

export async function rotateKeysCommand(platform: Platform, [which = 'signing']: string[]): Promise<string> {
  if (which === 'signing') return rotateSigning(platform)
  if (which === 'encryption') return rotateEncryption(platform)
  throw new StartError(`npm run sen -- ${rotateKeysUse}`)
}

/** With SECRETS_KEY the first key is the operator's, and only what older ones locked is locked anew. */
async function rotateEncryption(platform: Platform): Promise<string> {
  if (!platform.config.SECRETS_KEY) {
    // The oldest key leaves the file: nothing may be under it.
    await relockSecrets(platform)
    addSecretKey(platform.config.dataDir)
  }
  const { relocked, left } = await relockSecrets(platform)
  const { current } = platform.secrets.keyNames()
  const rest = left === 0 ? 'Nothing is under another key.' : `${left} did not open and have to be entered again.`
  return `Locked anew: ${relocked}, with the key ${current}. ${rest} Older keys still open backups.`
}

/** Signs nobody out: older keys still verify, and sessions do not depend on keys. */
async function rotateSigning({ config }: Platform): Promise<string> {
  if (config.JWT_KEYS_FILE)
    throw new StartError(
      `The keys are those of ${config.JWT_KEYS_FILE}: put a new one first there; it is read at once.`,
    )
  const name = await rotateKeys(config.dataDir)
  return `The key ${name} signs within five seconds. The two before it still check what they signed.`
}
