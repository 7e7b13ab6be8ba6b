import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetTokens } from '../email-links/one-time-tokens.ts'
import { type Chosen, chooseSignUp, type Opening } from './sign-ups.ts'
import { signUpLanguage } from './signup.ts'
import { fullName, type User } from '../users/users.ts'

export async function confirmAddress(platform: Platform, tx: Tx, user: User, request: FastifyRequest): Promise<void> {
  if (user.email_confirmed_at) return
  const now = platform.clock.now()
  const verified = sql`'{"email_verified": true}'::jsonb`
  await sql`update auth.users set email_confirmed_at = ${now}, updated_at = ${now}, user_metadata = user_metadata || ${verified}
    where id = ${user.id}`.execute(tx)
  await sql`update auth.identities set identity_data = identity_data || ${verified}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`.execute(tx)
  await platform.jobs.emit(tx, 'person.confirmed', {
    person_id: user.id,
    email: user.email,
    full_name: fullName(user),
    language: signUpLanguage(user.user_metadata, request),
    invitation: user.invited_at !== null,
  })
}

/** @returns whether a password was dropped: somebody else may have made the account, so only what this person set is kept */
export async function confirmByMail(platform: Platform, tx: Tx, user: User, opening: Opening): Promise<boolean> {
  if (user.email_confirmed_at) return false
  const outcome = await chooseSignUp(platform, tx, user, opening)
  if (outcome === 'never asked') {
    if (!opening.isSignUpMail) {
      await sql`update auth.users set encrypted_password = null where id = ${user.id}`.execute(tx)
    }
    await forgetEarlier(tx, user)
    await confirmAddress(platform, tx, user, opening.request)
    return false
  }
  const settled = await settleAccount(platform, tx, user, outcome.chosen)
  await confirmAddress(platform, tx, settled, opening.request)
  return outcome.isPasswordLost
}

export async function settleAccount(platform: Platform, tx: Tx, user: User, chosen: Chosen): Promise<User> {
  const { passwordHash, data, referral } = chosen
  const now = platform.clock.now()
  await forgetEarlier(tx, user)
  const { email_verified: _ours, ...given } = data
  const metadata = { ...given, ...(user.email_confirmed_at ? { email_verified: true } : {}) }
  await sql`update auth.users set encrypted_password = ${passwordHash}, user_metadata = ${JSON.stringify(metadata)}::jsonb,
    updated_at = ${now} where id = ${user.id}`.execute(tx)
  const identity = { ...given, sub: user.id, email: user.email, email_verified: user.email_confirmed_at !== null }
  await sql`update auth.identities set identity_data = ${JSON.stringify(identity)}::jsonb, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`.execute(tx)
  const settled = { ...user, encrypted_password: passwordHash, user_metadata: metadata }
  const person = { person_id: user.id, email: user.email, full_name: fullName(settled) }
  await platform.jobs.emit(tx, 'person.changed', person)
  await platform.jobs.emit(tx, 'person.settled', { person_id: user.id, ...(referral ? { referral } : {}) })
  return settled
}

/** Nothing from before the confirmation may open the account. */
async function forgetEarlier(tx: Tx, user: User): Promise<void> {
  for (const table of ['sessions', 'auth_codes', 'mfa_factors', 'mfa_recovery_codes', 'passkeys', 'known_browsers']) {
    await sql`delete from auth.${sql.ref(table)} where user_id = ${user.id}`.execute(tx)
  }
  await sql`delete from auth.identities where user_id = ${user.id} and provider <> 'email'`.execute(tx)
  await sql`update auth.users set email_change = null, email_change_agreed = null, email_change_session = null
    where id = ${user.id}`.execute(tx)
  await forgetTokens(tx, user.id, 'all')
}
