import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { check, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { countTry, forgetTries, triesFrom } from '../auth-limits.ts'
import { recordSecurity } from '../record-security.ts'
import { openSession, sessionAnswer } from '../sessions/open-session.ts'
import { passwordFits, weakness } from './passwords.ts'
import { noPhone } from '../sign-up/signup.ts'
import { findUser, isBanned } from '../users/users.ts'

export const passwordBody = z.object({ email: optionalText, phone: optionalText, password: optionalText })

/** Answers and timing are alike unless the password is right; only then a ban or missing confirmation is told. */
export async function passwordGrant(platform: Platform, request: FastifyRequest): Promise<SessionAnswer> {
  const input = check(passwordBody, request.body)
  if (input.email === '')
    throw input.phone === '' ? refuse('validation_failed', 'missing email or phone') : noPhone(input.phone)
  if (!platform.config.AUTH_EMAIL) throw refuse('email_provider_disabled', 'Email logins are disabled')
  const email = input.email.trim().toLowerCase().toWellFormed().replaceAll('\0', '').slice(0, 256)
  const tries = await triesFrom(platform, request, email)
  await countTry(platform, tries)
  const user = await platform.db.asService(null, tx => findUser(tx, { email }))
  const fits = await passwordFits(input.password, user?.encrypted_password)
  if (!user || !fits) {
    // Written for unknown addresses too, for equal timing.
    const refusal = { personId: user?.id ?? null, act: 'sign-in-failed' } as const
    await platform.db.asService(null, tx => recordSecurity(platform, tx, refusal, request))
    throw wrong()
  }
  if (isBanned(user, platform.clock.now())) throw refuse('user_banned', 'User is banned', { status: 400 })
  if (!user.email_confirmed_at) throw refuse('email_not_confirmed', 'Email not confirmed')

  const opened = await platform.db.asService(null, async tx => {
    // The password may have changed during the comparison.
    const { rows } =
      await sql`select 1 from auth.users where id = ${user.id} and encrypted_password = ${user.encrypted_password}
      and deleted_at is null for update`.execute(tx)
    if (rows.length === 0) throw wrong()
    return openSession(platform, tx, user.id, 'password', request)
  })
  await forgetTries(platform, tries)
  const weak = weakness(input.password, email, platform.config)
  return { ...(await sessionAnswer(platform, opened)), ...(weak ? { weak_password: weak } : {}) }
}

function wrong() {
  return refuse('invalid_credentials', 'Invalid login credentials')
}
