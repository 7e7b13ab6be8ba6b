import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import type { JWK } from 'jose'
import type { Platform } from '#platform/platform.ts'

/** VAPID (RFC 8292). publicKey: 65-byte point, base64url. */
export type PushKeys = { publicKey: string; privateKey: JWK }

export const aboutPushKeys = 'push keys'
const known = new WeakMap<Platform, Promise<PushKeys>>()

/** Shared by all processes. If its encryption key is lost, a new pair is made and browsers resubscribe. */
export function pushKeys(platform: Platform): Promise<PushKeys> {
  const stored = known.get(platform) ?? findOrMake(platform)
  known.set(platform, stored)
  stored.catch(() => known.delete(platform))
  return stored
}

async function findOrMake(platform: Platform): Promise<PushKeys> {
  return platform.db.asService(null, async tx => {
    const made = makeKeys()
    const locked = platform.secrets.lock(JSON.stringify(made.privateKey), aboutPushKeys)
    await sql`insert into private.push_keys (public_key, locked, created_at)
      values (${made.publicKey}, ${locked}, ${platform.clock.now()}) on conflict (single) do nothing`.execute(tx)
    const { rows } = await sql<{ public_key: string; locked: string }>`select public_key, locked
      from private.push_keys for update`.execute(tx)
    const [stored] = rows
    const opened = stored && open(platform, stored.locked)
    if (stored && opened) return { publicKey: stored.public_key, privateKey: opened }
    platform.log.warn({}, 'The key of pushes does not open: there is a new one from now on')
    await sql`update private.push_keys set public_key = ${made.publicKey}, locked = ${locked}`.execute(tx)
    await sql`delete from push_subscriptions`.execute(tx)
    return made
  })
}

function open(platform: Platform, locked: string): JWK | undefined {
  try {
    return JSON.parse(platform.secrets.open(locked, aboutPushKeys)) as JWK
  } catch {
    return undefined
  }
}

function makeKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const jwk = privateKey.export({ format: 'jwk' }) as JWK
  const [x, y] = [jwk.x, jwk.y].map(half => Buffer.from(half ?? '', 'base64url'))
  const point = Buffer.concat([Buffer.of(4), x ?? Buffer.of(), y ?? Buffer.of()])
  return { publicKey: point.toString('base64url'), privateKey: jwk }
}
