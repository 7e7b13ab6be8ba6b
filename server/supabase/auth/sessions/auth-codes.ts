import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { after, days, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { check, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { settleAccount } from '../sign-up/confirm-address.ts'
import { lockText, unlockText } from '../locked-text.ts'
import type { ProviderTokens } from '../oauth/trade-code.ts'
import { type Method, openSession, sessionAnswer } from './open-session.ts'
import { verifierFits } from './pkce.ts'
import { takeChallenged } from '../sign-up/sign-ups.ts'
import { findUser, isBanned } from '../users/users.ts'

const lifeMs = minutes(5)

export async function issueAuthCode(
  platform: Platform,
  tx: Tx,
  flow: { userId: string; challenge: string; method: Method; providerTokens?: ProviderTokens },
): Promise<string> {
  const code = randomUUID()
  const now = platform.clock.now()
  // Expired codes are told apart from unknown ones for a day.
  await sql`delete from auth.auth_codes where expires_at < ${after(now, -days(1))}`.execute(tx)
  const tokens = flow.providerTokens ? lockText(JSON.stringify(flow.providerTokens), code, 'provider tokens') : null
  await sql`insert into auth.auth_codes (code_hash, user_id, code_challenge, method, provider_tokens, expires_at, created_at)
    values (${hashSecret(code)}, ${flow.userId}, ${flow.challenge}, ${flow.method}, ${tokens}, ${after(now, lifeMs)}, ${now})`.execute(
    tx,
  )
  return code
}

type StoredCode = {
  user_id: string
  code_challenge: string
  method: Method
  provider_tokens: string | null
  expires_at: Date
}

export const authCodeBody = z.object({ auth_code: optionalText, code_verifier: optionalText })

export async function pkceGrant(platform: Platform, request: FastifyRequest): Promise<SessionAnswer> {
  const { auth_code: code, code_verifier: verifier } = check(authCodeBody, request.body)
  if (code === '' || verifier === '') {
    throw refuse('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  }
  const { opened, tokens } = await platform.db.asService(null, async tx => {
    const now = platform.clock.now()
    const { rows } = await sql<StoredCode>`
      select user_id, code_challenge, method, provider_tokens, expires_at from auth.auth_codes where code_hash = ${hashSecret(code)} for update`.execute(
      tx,
    )
    const flow = rows[0]
    if (!flow) throw refuse('flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (flow.expires_at <= now) throw refuse('flow_state_expired', 'invalid flow state, flow state has expired')
    if (!verifierFits(verifier, flow.code_challenge)) {
      throw refuse('bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    const user = await findUser(tx, { id: flow.user_id }, 'lock')
    if (!user) throw refuse('flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (isBanned(user, now)) throw refuse('user_banned', 'User is banned', { status: 400 })
    await sql`delete from auth.auth_codes where code_hash = ${hashSecret(code)}`.execute(tx)
    // Opening the link alone did not prove that the same person signed up.
    const own = await takeChallenged(tx, user.id, flow.code_challenge)
    if (own && user.encrypted_password === null) await settleAccount(platform, tx, user, own)
    const opened = await openSession(platform, tx, user.id, flow.method, request)
    return { opened, tokens: flow.provider_tokens }
  })
  const session = await sessionAnswer(platform, opened)
  if (tokens === null) return session
  return { ...session, ...(JSON.parse(unlockText(tokens, code, 'provider tokens')) as ProviderTokens) }
}
