import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import type { JWK } from 'jose'
import type { Platform } from '#platform/platform.ts'

/** Who sends pushes (RFC 8292). publicKey: the point as browsers take it, 65 bytes in base64url */
export type PushKeys = { publicKey: string; privateKey: JWK }

const about = 'push keys'
const known = new WeakMap<Platform, Promise<PushKeys>>()

/**
 * The installation's key pair, made when it is first asked for; all processes have the same one. Where the key that locked it
 * is lost, there is a new one: browsers that subscribed under the old one subscribe anew when Sen is opened there.
 */
export function pushKeys(platform: Platform): Promise<PushKeys> {
  const stored = known.get(platform) ?? findOrMake(platform)
  known.set(platform, stored)
  stored.catch(() => known.delete(platform))
  return stored
}

async function findOrMake(platform: Platform): Promise<PushKeys> {
  return platform.db.asService(null, async tx => {
    const made = makeKeys()
    const locked = platform.secrets.lock(JSON.stringify(made.privateKey), about)
    await sql`insert into private.push_keys (public_key, locked, created_at)
      values (${made.publicKey}, ${locked}, ${platform.clock.now()}) on conflict (single) do nothing`.execute(tx)
    const { rows } = await sql<{ public_key: string; locked: string }>`select public_key, locked
      from private.push_keys for update`.execute(tx)
    const [kept] = rows
    const opened = kept && open(platform, kept.locked)
    if (kept && opened) return { publicKey: kept.public_key, privateKey: opened }
    platform.log.warn({}, 'The key of pushes does not open: there is a new one from now on')
    await sql`update private.push_keys set public_key = ${made.publicKey}, locked = ${locked}`.execute(tx)
    await sql`delete from push_subscriptions`.execute(tx)
    return made
  })
}

function open(platform: Platform, locked: string): JWK | undefined {
  try {
    return JSON.parse(platform.secrets.open(locked, about)) as JWK
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
