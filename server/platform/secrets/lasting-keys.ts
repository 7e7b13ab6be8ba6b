import { sql } from 'kysely'
import type { Tx } from '../sql/database.ts'
import type { Platform } from '../platform.ts'

const lastingPurposes = ['payout accounts', 'trials taken', 'payer marks', 'zalo consent'] as const
type LastingPurpose = (typeof lastingPurposes)[number]

const known = new WeakMap<Platform, Map<LastingPurpose, string>>()

/**
 * The same for ever, whatever JWT_SECRET becomes: first derived from it, as before it was stored. Where the encryption key is missing the
 * derived one is used and what is stored stays: the key may come back, and what was compared with it until then counts again.
 */
export async function lastingKey(platform: Platform, tx: Tx, purpose: LastingPurpose): Promise<string> {
  const keys = known.get(platform) ?? new Map<LastingPurpose, string>()
  known.set(platform, keys)
  const held = keys.get(purpose)
  if (held !== undefined) return held
  const derived = platform.tokens.secretFor(purpose)
  const locked = platform.secrets.lock(derived, aboutLastingKey(purpose))
  const { rows: made } = await sql`insert into private.lasting_keys (purpose, locked, created_at)
    values (${purpose}, ${locked}, ${platform.clock.now()}) on conflict (purpose) do nothing returning 1`.execute(tx)
  // Not remembered: the transaction may yet be undone.
  if (made.length > 0) return derived
  const { rows } = await sql<{ locked: string }>`select locked from private.lasting_keys
    where purpose = ${purpose}`.execute(tx)
  const opened = rows[0] && open(platform, purpose, rows[0].locked)
  if (opened !== undefined) {
    keys.set(purpose, opened)
    return opened
  }
  platform.log.warn({ purpose }, 'A lasting key does not open: it stays, and a derived one is used meanwhile')
  return derived
}

export async function saveLastingKeys(platform: Platform): Promise<void> {
  await platform.db.asService(null, async tx => {
    for (const purpose of lastingPurposes) await lastingKey(platform, tx, purpose)
  })
}

export function aboutLastingKey(purpose: string): string {
  return `lasting key ${purpose}`
}

function open(platform: Platform, purpose: string, locked: string): string | undefined {
  try {
    return platform.secrets.open(locked, aboutLastingKey(purpose))
  } catch {
    return undefined
  }
}
