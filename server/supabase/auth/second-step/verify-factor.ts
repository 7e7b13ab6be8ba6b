import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/sql/database.ts'
import { isUuid, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { type Bearer, readBearer } from '../auth-bearer.ts'
import { check, optionalText } from '../auth-body.ts'
import { AuthFailure, refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import { recordSecurity } from '../record-security.ts'
import { insertRefreshToken, type Opened, type Session, sessionAnswer } from '../sessions/open-session.ts'
import { findUser } from '../users/users.ts'
import { countStep } from './count-step.ts'
import { aboutFactor } from './enroll-factor.ts'
import { namedFactor, noSuchFactor, requireStrongest } from './factors.ts'
import { notifySecondStep } from './notify-second-step.ts'
import { stepOf } from './totp.ts'

const maxTries = 5
export const verifyFactorBody = z.object({ challenge_id: optionalText, code: optionalText })

type Try = { factorId: string; challengeId: string; code: string }

/** Raises this session to aal2 with a new refresh token, and ends sessions without a second step: they may not be the owner's. */
export async function verifyFactor(platform: Platform, request: FastifyRequest): Promise<SessionAnswer> {
  const bearer = await readBearer(platform, request)
  const factorId = namedFactor(request)
  const { challenge_id: challengeId, code } = check(verifyFactorBody, request.body)
  if (code === '') throw refuse('validation_failed', 'Code needs to be non-empty')
  await limitPeer(platform, request, 'factors')
  await countStep(platform, request, bearer.user.id)
  const attempt = { factorId, challengeId, code: code.replaceAll(/\s/g, '') }
  const opened = await platform.db.asService(null, tx => raise(platform, tx, bearer, attempt, request))
  // Thrown after the commit, so that a wrong try stays counted.
  if (opened instanceof AuthFailure) throw opened
  return sessionAnswer(platform, opened)
}

async function raise(
  platform: Platform,
  tx: Tx,
  bearer: Bearer,
  attempt: Try,
  request: FastifyRequest,
): Promise<Opened | AuthFailure> {
  const now = platform.clock.now()
  const user = await findUser(tx, { id: bearer.user.id }, 'lock')
  const factor = user?.factors.find(({ id }) => id === attempt.factorId)
  if (!user || !factor) return noSuchFactor()
  // Only an existing app or a passkey lets a further one in.
  if (factor.status === 'unverified') requireStrongest({ ...bearer, user })
  const session = await holdSession(tx, bearer.sessionId)
  if (!session) return refuse('session_not_found', 'Session from session_id claim in JWT does not exist')
  const refused = await judge(platform, tx, attempt, request.ip)
  if (refused?.code === 'mfa_verification_failed') {
    await recordSecurity(platform, tx, { personId: user.id, act: 'second-step-failed' }, request)
  }
  if (refused) return refused

  const isNew = factor.status === 'unverified'
  await sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`.execute(tx)
  await sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`.execute(tx)
  // Those of a workspace's provider open nothing of the account, and ask for no step of it.
  await sql`delete from auth.sessions where user_id = ${user.id} and aal = 'aal1' and id <> ${session.id}
    and only_workspace is null`.execute(tx)
  const raised = await raiseSession(tx, session, factor.id, now)
  await rememberBrowser(platform, tx, user.id, request, { stepped: true })
  if (isNew) await notifySecondStep(platform, tx, user, 'on', request)
  const current = await findUser(tx, { id: user.id })
  return current ? { user: current, ...raised } : noSuchFactor()
}

/** Blocks refreshes of the session. */
async function holdSession(tx: Tx, id: string): Promise<Session | undefined> {
  const { rows } = await sql<Session>`select id, aal, amr, only_workspace from auth.sessions
    where id = ${id} and ended_at is null for update`.execute(tx)
  return rows[0]
}

/** Refresh tokens from before the second step are void, so a stolen one is not raised. */
async function raiseSession(tx: Tx, session: Session, factorId: string, now: Date): Promise<Omit<Opened, 'user'>> {
  const step = { method: 'totp', timestamp: Math.floor(now.getTime() / 1000) }
  const amr = [step, ...session.amr.filter(({ method }) => method !== 'totp')]
  await sql`update auth.sessions set aal = 'aal2', amr = ${JSON.stringify(amr)}::jsonb, factor_id = ${factorId},
    refreshed_at = ${now} where id = ${session.id}`.execute(tx)
  await sql`delete from auth.refresh_tokens where session_id = ${session.id}`.execute(tx)
  const refreshToken = newSecret()
  await insertRefreshToken(tx, session.id, refreshToken, null, now)
  return { session: { ...session, aal: 'aal2', amr }, refreshToken }
}

/** @returns the refusal, or nothing; accepted digits are never accepted again */
async function judge(
  platform: Platform,
  tx: Tx,
  { factorId, challengeId, code }: Try,
  ip: string,
): Promise<AuthFailure | undefined> {
  const now = platform.clock.now()
  const { rows } = await sql<{
    ip: string
    attempts: number
    verified_at: Date | null
    expires_at: Date
    secret: string
    last_step: string | number | null
  }>`select c.ip, c.attempts, c.verified_at, c.expires_at, f.secret, f.last_step
    from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
    where c.id = ${isUuid(challengeId) ? challengeId : null} and f.id = ${factorId} for update of c, f`.execute(tx)
  const challenge = rows[0]
  if (!challenge) {
    const text = 'MFA factor with the provided challenge ID not found'
    return refuse('mfa_factor_not_found', text, { status: 422 })
  }
  if (challenge.verified_at || challenge.ip !== ip) {
    return refuse('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.expires_at <= now || challenge.attempts >= maxTries) {
    const text = 'MFA challenge has expired, verify against another challenge or create a new challenge.'
    return refuse('mfa_challenge_expired', text)
  }
  const step = stepOf(platform.secrets.open(challenge.secret, aboutFactor(factorId)), code, now)
  if (step === undefined || (challenge.last_step !== null && step <= Number(challenge.last_step))) {
    await sql`update auth.mfa_challenges set attempts = attempts + 1 where id = ${challengeId}`.execute(tx)
    return refuse('mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${challengeId}`.execute(tx)
  await sql`update auth.mfa_factors set last_step = ${step} where id = ${factorId}`.execute(tx)
  return undefined
}
