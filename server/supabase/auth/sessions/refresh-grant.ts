import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { after, hours, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { check } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { lockText, unlockText } from '../locked-text.ts'
import { insertRefreshToken, type Opened, type Session, sessionAnswer } from './open-session.ts'
import { findUser, isBanned } from '../users/users.ts'

export const refreshBody = z.object({
  refresh_token: z
    .string({ error: 'refresh_token required' })
    .min(1, 'refresh_token required')
    .max(512, 'Refresh token is not valid'),
})

type Token = { id: number; parent_id: number | null; successor: string | null; used_at: Date | null }

/**
 * A used token gives its successor again for lost answers and racing tabs: always as the live token's parent, else within the reuse
 * interval. Any older one was stolen, and the session ends.
 */
export async function refreshGrant(platform: Platform, request: FastifyRequest): Promise<SessionAnswer> {
  const { refresh_token: token } = check(refreshBody, request.body)
  const opened = await platform.db.asService(null, tx => rotate(platform, tx, token))
  if (opened === 'unknown') throw refuse('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (opened === 'stolen') throw refuse('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  if (opened === 'over') throw refuse('session_expired', 'Invalid Refresh Token: Session Expired')
  if (opened === 'banned') throw refuse('user_banned', 'Invalid Refresh Token: User Banned', { status: 400 })
  return sessionAnswer(platform, opened)
}

async function rotate(
  platform: Platform,
  tx: Tx,
  token: string,
): Promise<Opened | 'unknown' | 'stolen' | 'banned' | 'over'> {
  const now = platform.clock.now()
  const hash = hashSecret(token)
  // The session's row serialises its refreshes.
  const sessions = await sql<
    Session & Ages & { user_id: string; ended_at: Date | null }
  >`select id, user_id, aal, amr, only_workspace, ended_at, created_at, refreshed_at, ends_at
    from auth.sessions where id = (select session_id from auth.refresh_tokens where token_hash = ${hash}) for update`.execute(
    tx,
  )
  const session = sessions.rows[0]
  const user = session && (await findUser(tx, { id: session.user_id }))
  if (!session || !user) return 'unknown'
  if (isBanned(user, now)) return 'banned'
  if (session.ended_at) return 'stolen'
  if (isOver(platform, session)) {
    await sql`delete from auth.sessions where id = ${session.id}`.execute(tx)
    return 'over'
  }
  const tokens = await sql<Token & { is_parent_of_live: boolean }>`select t.id, t.parent_id, t.successor, t.used_at,
      exists (select from auth.refresh_tokens live where live.parent_id = t.id and live.used_at is null) as is_parent_of_live
    from auth.refresh_tokens t where t.token_hash = ${hash}`.execute(tx)
  const presented = tokens.rows[0]
  if (!presented) return 'unknown'

  if (presented.used_at && presented.successor) {
    const reuseUntil = after(presented.used_at, seconds(platform.config.AUTH_REUSE_INTERVAL_SECONDS))
    if (presented.is_parent_of_live || now < reuseUntil) {
      return { user, session, refreshToken: unlockText(presented.successor, token, 'successor') }
    }
    await sql`update auth.sessions set ended_at = ${now} where id = ${session.id}`.execute(tx)
    return 'stolen'
  }
  const successor = newSecret()
  await sql`update auth.refresh_tokens set used_at = ${now}, successor = ${lockText(successor, token, 'successor')} where id = ${presented.id}`.execute(
    tx,
  )
  await insertRefreshToken(tx, session.id, successor, presented.id, now)
  await sql`update auth.sessions set refreshed_at = ${now}, longest_idle_seconds =
    greatest(longest_idle_seconds, extract(epoch from ${now}::timestamptz - coalesce(refreshed_at, created_at))::int)
    where id = ${session.id}`.execute(tx)
  return { user, session, refreshToken: successor }
}

type Ages = { created_at: Date; refreshed_at: Date | null; ends_at: Date | null }

function isOver({ config, clock }: Platform, session: Ages): boolean {
  const { AUTH_SESSION_HOURS: maxHours, AUTH_SESSION_IDLE_HOURS: idle } = config
  const now = clock.now()
  const used = session.refreshed_at ?? session.created_at
  return (
    (session.ends_at !== null && now >= session.ends_at) ||
    (maxHours > 0 && now >= after(session.created_at, hours(maxHours))) ||
    (idle > 0 && now >= after(used, hours(idle)))
  )
}
