import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { refuse } from '../auth-error.ts'

const lifeMs = minutes(5)
export const challengeLifeMs = lifeMs

/** `sessionId`: of a registration; a sign-in has none yet. */
type Purpose = { purpose: 'registration'; sessionId: string } | { purpose: 'authentication'; sessionId: null }

export async function storeChallenge(
  platform: Platform,
  { purpose, sessionId }: Purpose,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const id = newId()
  const expiresAt = after(platform.clock.now(), lifeMs)
  await platform.db.asService(null, tx =>
    sql`insert into auth.passkey_challenges (id, purpose, challenge, session_id, expires_at)
      values (${id}, ${purpose}, ${challenge}, ${sessionId}, ${expiresAt})`.execute(tx),
  )
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** For one answer, right or wrong. @throws webauthn_challenge_not_found, also for another's; webauthn_challenge_expired */
export async function spendChallenge(platform: Platform, id: string, { purpose, sessionId }: Purpose): Promise<string> {
  const spent = await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ challenge: string; expires_at: Date }>`delete from auth.passkey_challenges
      where id = ${id} and purpose = ${purpose} and session_id is not distinct from ${sessionId}::uuid
      returning challenge, expires_at`.execute(tx)
    return rows[0]
  })
  if (!spent) throw refuse('webauthn_challenge_not_found', 'Challenge not found or already used')
  if (spent.expires_at <= platform.clock.now()) throw refuse('webauthn_challenge_expired', 'Challenge has expired')
  return spent.challenge
}

export async function forgetChallenges(platform: Platform): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`delete from auth.passkey_challenges where expires_at <= ${platform.clock.now()}`.execute(tx),
  )
}
