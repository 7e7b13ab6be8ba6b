import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/database.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { check } from './auth-body.ts'
import { refuse } from './auth-error.ts'
import { insertRefreshToken, type Opened, type Session, sessionAnswer } from './open-session.ts'
import { findUser, isBanned } from './users.ts'

const body = z.object({
  refresh_token: z
    .string({ error: 'refresh_token required' })
    .min(1, 'refresh_token required')
    .max(512, 'Refresh token is not valid'),
})

type Token = { id: number; parent_id: number | null; successor: string | null; used_at: Date | null }

/**
 * Trades a refresh token for its successor; the session stays. A token used already gives the same successor again
 * where the answer may have been lost or two tabs asked at once: as parent of the live token at any time, else within the
 * reuse interval. Any older one was stolen from somewhere, and the whole session ends.
 */
export async function refreshGrant(platform: Platform, request: FastifyRequest): Promise<object> {
  const { refresh_token: token } = check(body, request.body)
  const opened = await platform.db.asService(null, tx => rotate(platform, tx, token))
  if (opened === 'unknown') throw refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (opened === 'stolen') throw refuse('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  if (opened === 'banned') throw refuse('user_banned', 'Invalid Refresh Token: User Banned', { status: 400 })
  return sessionAnswer(platform, opened)
}

async function rotate(platform: Platform, tx: Tx, token: string): Promise<Opened | 'unknown' | 'stolen' | 'banned'> {
  const now = platform.clock.now()
  const hash = hashSecret(token)
  // The session's row is the turnstile: refreshes of one session pass one by one.
  const sessions = await sql<
    Session & { user_id: string; ended_at: Date | null }
  >`select id, user_id, aal, amr, ended_at
    from auth.sessions where id = (select session_id from auth.refresh_tokens where token_hash = ${hash}) for update`.execute(
    tx,
  )
  const session = sessions.rows[0]
  const user = session && (await findUser(tx, { id: session.user_id }))
  if (!session || !user) return 'unknown'
  if (isBanned(user, now)) return 'banned'
  if (session.ended_at) return 'stolen'
  const tokens = await sql<Token & { is_parent_of_live: boolean }>`select t.id, t.parent_id, t.successor, t.used_at,
      exists (select from auth.refresh_tokens live where live.parent_id = t.id and live.used_at is null) as is_parent_of_live
    from auth.refresh_tokens t where t.token_hash = ${hash}`.execute(tx)
  const presented = tokens.rows[0]
  if (!presented) return 'unknown'

  if (presented.used_at && presented.successor) {
    const reuseUntil = after(presented.used_at, seconds(platform.config.AUTH_REUSE_INTERVAL_SECONDS))
    if (presented.is_parent_of_live || now < reuseUntil) {
      return { user, session, refreshToken: decrypt(presented.successor, token) }
    }
    await sql`update auth.sessions set ended_at = ${now} where id = ${session.id}`.execute(tx)
    return 'stolen'
  }
  const successor = newSecret()
  await sql`update auth.refresh_tokens set used_at = ${now}, successor = ${encrypt(successor, token)} where id = ${presented.id}`.execute(
    tx,
  )
  await insertRefreshToken(tx, session.id, successor, presented.id, now)
  await sql`update auth.sessions set refreshed_at = ${now} where id = ${session.id}`.execute(tx)
  return { user, session, refreshToken: successor }
}

/** The successor can be read again only by who holds the token before it: the database alone does not tell it. */
function encrypt(successor: string, token: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce)
  return Buffer.concat([nonce, cipher.update(successor), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decrypt(stored: string, token: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** Another hash of the token than the stored one, which must not open it. */
function keyOf(token: string): Buffer {
  return createHash('sha256').update(`successor of ${token}`).digest()
}
