import { StartError } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { addSecretKey, rotateKeys } from '#platform/secrets/keys.ts'
import { relockSecrets } from './relock-secrets.ts'

export const rotateKeysUse = 'rotate-keys [signing|encryption [--one-machine]]'

export async function rotateKeysCommand(platform: Platform, [which = 'signing', flag]: string[]): Promise<string> {
  if (which === 'signing') return rotateSigning(platform)
  if (which === 'encryption' && (flag === undefined || flag === oneMachine))
    return rotateEncryption(platform, flag === oneMachine)
  throw new StartError(`npm run sen -- ${rotateKeysUse}`)
}

const oneMachine = '--one-machine'

/** With SECRETS_KEY the first key is the operator's, and only what older ones locked is locked anew. */
async function rotateEncryption(platform: Platform, isOneMachine: boolean): Promise<string> {
  const { DATABASE_URL: server, SECRETS_KEY: given, dataDir } = platform.config
  if (server && !given && !isOneMachine)
    throw new StartError(
      `Other machines on this database would not open what the new key of ${dataDir} locks: with several set SECRETS_KEY, with one add ${oneMachine}.`,
    )
  if (!given) {
    // The oldest key leaves the file: nothing may be under it.
    await relockSecrets(platform)
    addSecretKey(dataDir)
  }
  const { relocked, left } = await relockSecrets(platform)
  const { current } = platform.secrets.keyNames()
  const rest = left === 0 ? 'Nothing is under another key.' : `${left} did not open and have to be entered again.`
  return `Locked anew: ${relocked}, with the key ${current}. ${rest} Keep an older key as long as backups of its time.`
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
