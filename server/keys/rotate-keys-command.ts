import { after, days } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import {
  addSecretKey,
  endOldJwtSecrets,
  endsOfOldJwtSecrets,
  renewJwtSecret,
  rotateKeys,
} from '#platform/secrets/keys.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { relockSecrets } from './relock-secrets.ts'
import { saveLasting } from './save-lasting.ts'

export const rotateKeysUse =
  'rotate-keys [signing|encryption [--one-machine]|programs [--one-machine] [--days N|--end]|all [--one-machine]]'

type Order = { isOneMachine: boolean; days: number; ends: boolean }

const oneMachine = '--one-machine'
const overlapDays = 30
const maxDays = 365

export async function rotateKeysCommand(platform: Platform, [which = 'signing', ...flags]: string[]): Promise<string> {
  const order = readOrder(which, flags)
  return oneAtATime(platform.config.dataDir, async () => {
    if (which === 'signing') return rotateSigning(platform)
    if (which === 'encryption') return rotateEncryption(platform, order)
    if (which === 'programs') return order.ends ? endPrograms(platform, order) : rotatePrograms(platform, order)
    // All checks before the first step: a refusal midway would leave half of it done.
    refuseOthers(platform, order)
    refuseThird(platform, order)
    refuseGivenFile(platform)
    // What is stored is locked with the newest key; what signs comes last.
    const encryption = await rotateEncryption(platform, order)
    return [encryption, await rotatePrograms(platform, order), await rotateSigning(platform)].join('\n')
  })
}

/** @throws StartError for anything else */
function readOrder(which: string, flags: string[]): Order {
  const order: Order = { isOneMachine: false, days: overlapDays, ends: false }
  const rest = [...flags]
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    if (flag === oneMachine && which !== 'signing') order.isOneMachine = true
    else if (flag === '--end' && which === 'programs') order.ends = true
    else if (flag === '--days' && which === 'programs') order.days = readDays(rest.shift())
    else throw new StartError(`npm run sen -- ${rotateKeysUse}`)
  }
  if (!['signing', 'encryption', 'programs', 'all'].includes(which))
    throw new StartError(`npm run sen -- ${rotateKeysUse}`)
  return order
}

function readDays(text = ''): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : NaN
  if (!(number <= maxDays)) throw new StartError(`--days is 0 to ${maxDays}.`)
  return number
}

/** With SECRETS_KEY the first key is the operator's, and only what older ones locked is locked anew. */
async function rotateEncryption(platform: Platform, { isOneMachine }: Order): Promise<string> {
  const { DATABASE_URL: server, SECRETS_KEY: given, dataDir } = platform.config
  if (server && !given && !isOneMachine)
    throw new StartError(
      `Other machines on this database would not open what the new key of ${dataDir} locks: with several set SECRETS_KEY, with one add ${oneMachine}.`,
    )
  if (!given) {
    // Adding a key may push the oldest one out of the file: nothing may still be locked with it.
    await relockSecrets(platform)
    addSecretKey(dataDir)
  }
  const { relocked, left } = await relockSecrets(platform)
  const { current } = platform.secrets.keyNames()
  const rest = left === 0 ? 'Nothing is under another key.' : `${left} did not open and have to be entered again.`
  return `Locked anew: ${relocked}, with the key ${current}. ${rest} Keep an older key as long as backups of its time.`
}

/** Signs nobody out: older keys still verify, and sessions do not depend on keys. */
async function rotateSigning(platform: Platform): Promise<string> {
  refuseGivenFile(platform)
  const { config } = platform
  const name = await rotateKeys(config.dataDir)
  return `The key ${name} signs within five seconds. The two before it still check what they signed.`
}

function refuseGivenFile({ config }: Platform): void {
  if (config.JWT_KEYS_FILE)
    throw new StartError(
      `The keys that sign are those of ${config.JWT_KEYS_FILE}: put a new one first there; it is read at once.`,
    )
}

/** Programs and open pages keep working with the keys they have, until those expire. */
async function rotatePrograms(platform: Platform, order: Order): Promise<string> {
  refuseOthers(platform, order)
  refuseThird(platform, order)
  const { config, clock, tokens } = platform
  await saveLasting(platform)
  const before = { anon: tokens.anonKey, service: tokens.serviceRoleKey }
  const until = after(clock.now(), days(order.days))
  renewJwtSecret(config.dataDir, until, clock.now())
  const now = { anon: tokens.anonKey, service: tokens.serviceRoleKey }
  const [anon, service, ...older] = await Promise.all(
    [now.anon, now.service, before.anon, before.service].map(async key => (await tokens.verify(key))?.role),
  )
  const isTurned = now.anon !== before.anon && now.service !== before.service
  const areOlderGood = older.join(' ') === 'anon service_role'
  if (!isTurned || anon !== 'anon' || service !== 'service_role' || areOlderGood !== order.days > 0)
    throw new StartError('The new keys of programs are not taken as they should be: look at keys.json.')
  const rest =
    order.days > 0
      ? `Tried: they open, and so do those before them until ${until.toISOString()}. Give programs the new ones before; end the old ones sooner with rotate-keys programs --end.`
      : 'Tried: they open, and those before them do not any more. Pages that are open have to be loaded anew.'
  return `There are new keys for programs: npm run -s sen -- keys. ${rest}`
}

async function endPrograms(platform: Platform, order: Order): Promise<string> {
  refuseOthers(platform, order)
  const count = endOldJwtSecrets(platform.config.dataDir)
  return count > 0 ? 'The keys of programs before these open nothing any more.' : 'There are no older keys of programs.'
}

/** @throws StartError if this would end an overlap that is still running sooner than was announced */
function refuseThird({ config, clock }: Platform, order: Order): void {
  const ends = order.days > 0 ? endsOfOldJwtSecrets(config.dataDir, clock.now()) : []
  if (ends.length > 1)
    throw new StartError(
      `Older keys of programs are taken until ${ends.join(' and ')}, and no more than two at once. Wait, end them with rotate-keys programs --end, or end all that were given out with --days 0.`,
    )
}

/** @throws StartError where the secret is not, or not only, in this data folder */
function refuseOthers({ config }: Platform, { isOneMachine }: Order): void {
  if (config.ANON_KEY || config.SERVICE_ROLE_KEY || config.JWT_SECRET)
    throw new StartError(
      'The keys of programs are yours (JWT_SECRET, ANON_KEY, SERVICE_ROLE_KEY). Give all processes JWT_SECRET_ALSO=new, one after the other; then JWT_SECRET=new with JWT_SECRET_ALSO=old, and new ANON_KEY and SERVICE_ROLE_KEY where you set them; take JWT_SECRET_ALSO out when no program uses the old keys.',
    )
  if (config.DATABASE_URL && !isOneMachine)
    throw new StartError(
      `Other machines on this database would not take what the new secret of ${config.dataDir} signs: with several set JWT_SECRET, with one add ${oneMachine}.`,
    )
}
