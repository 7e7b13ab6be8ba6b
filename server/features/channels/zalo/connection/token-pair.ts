import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { saveSecret, readSecret } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import { type Channel, channelSecret } from '../../channel.ts'
import { readFields, textOf } from '../../hooks/exact-json.ts'

/** One secret, so that tokens of different pairs never mix. */
export type TokenPair = {
  access: string
  /** Works once. Empty if only an access token was pasted. */
  refresh: string
  expiresAt: string
  renewedAt: string
}

export const pairName = 'tokens'
/** Seconds; an access token lives 25 hours (Zalo's documentation). */
const defaultLife = 90_000

export function pairIn(answer: Record<string, unknown>, now: Date): TokenPair | undefined {
  const access = textOf(answer['access_token'])
  const refresh = textOf(answer['refresh_token'])
  if (!access || !refresh) return undefined
  const life = Number(textOf(answer['expires_in']) ?? defaultLife)
  return makePair(access, refresh, now, life > 0 && life < 10_000_000 ? life : defaultLife)
}

export function makePair(access: string, refresh: string, now: Date, lifeSeconds = defaultLife): TokenPair {
  const expiresAt = after(now, seconds(lifeSeconds)).toISOString()
  return { access, refresh, expiresAt, renewedAt: now.toISOString() }
}

export async function readPair(platform: Platform, tx: Tx, channel: Channel): Promise<TokenPair | undefined> {
  const text = await readSecret(platform, tx, channelSecret(channel, pairName))
  const stored = text === undefined ? undefined : readFields(text)
  return stored && typeof stored['access'] === 'string' ? (stored as TokenPair) : undefined
}

export function savePair(
  platform: Platform,
  tx: Tx,
  channel: Pick<Channel, 'id' | 'workspaceId'>,
  pair: TokenPair,
): Promise<void> {
  return saveSecret(platform, tx, channelSecret(channel, pairName), JSON.stringify(pair))
}
