import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress, metadata, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { banDuration } from './ban-duration.ts'
import { changeEmail } from '../users/change-email.ts'
import { confirmAddress } from '../sign-up/confirm-address.ts'
import { forgetOtherBrowsers } from '../sessions/known-browsers.ts'
import { passwordChangedEmail } from '../email-links/mails.ts'
import { recordSecurity } from '../record-security.ts'
import { forgetTokens } from '../email-links/one-time-tokens.ts'
import { passkeysOf } from '../passkeys/stored-passkeys.ts'
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import { fullName, type User } from '../users/users.ts'

export const adminUserBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
  role: optionalText,
  id: optionalText,
})

export type AdminChange = Omit<z.output<typeof adminUserBody>, 'ban_duration'> & {
  passwordHash: string | undefined
  /** Milliseconds; 0 lifts a ban. */
  banMs: number | undefined
}

/** @param knownEmail of an existing account: the password must not equal it */
export async function readAdminChange(
  platform: Platform,
  request: FastifyRequest,
  knownEmail = '',
): Promise<AdminChange> {
  const { ban_duration: ban, ...input } = check(adminUserBody, request.body)
  if (input.phone !== '') throw refuse('phone_provider_disabled', 'Unsupported phone provider')
  if (input.role !== '' && input.role !== 'authenticated') {
    throw refuse('validation_failed', 'Only the role authenticated is offered')
  }
  const email = input.email === '' ? '' : check(mailAddress, input.email)
  if (input.password !== '') {
    checkNewPassword(input.password, email || knownEmail, platform.config)
  }
  const banMs = ban === '' ? undefined : banDuration(ban)
  const passwordHash = input.password === '' ? undefined : await hashPassword(input.password)
  return { ...input, email, banMs, passwordHash }
}

/** Metadata are merged key by key; null removes one. */
export async function applyAdminChange(
  platform: Platform,
  tx: Tx,
  user: User,
  change: AdminChange,
  request: FastifyRequest,
): Promise<void> {
  const now = platform.clock.now()
  if (change.email !== '' && change.email !== user.email) await changeEmail(platform, tx, user, change.email, request)
  const metadata = merged(user.user_metadata, change.user_metadata)
  const bannedUntil =
    change.banMs === undefined ? user.banned_until : change.banMs === 0 ? null : after(now, change.banMs)
  await sql`update auth.users set user_metadata = ${JSON.stringify(metadata)}::jsonb,
    app_metadata = ${JSON.stringify(merged(user.app_metadata, change.app_metadata))}::jsonb,
    banned_until = ${bannedUntil}, updated_at = ${now} where id = ${user.id}`.execute(tx)
  if (change.banMs !== undefined) await lock(platform, tx, user, bannedUntil, request)
  const current = { ...user, email: change.email || user.email, user_metadata: metadata }
  if (change.passwordHash) await setPassword(platform, tx, current, change.passwordHash, request)
  if (!user.email_confirmed_at) await savePendingMetadata(tx, user.id, change.email_confirm ? undefined : metadata)
  if (change.email_confirm) await confirmAddress(platform, tx, current, request)
  if (fullName(current) === fullName(user)) return
  const person = { person_id: user.id, email: current.email, full_name: fullName(current) }
  await platform.jobs.emit(tx, 'person.changed', person)
}

/** While an account is unconfirmed, the administrator's metadata wait with it; afterwards they are dropped. */
async function savePendingMetadata(
  tx: Tx,
  userId: string,
  metadata: Record<string, unknown> | undefined,
): Promise<void> {
  if (!metadata) return void (await sql`delete from auth.sign_ups where user_id = ${userId}`.execute(tx))
  await sql`update auth.sign_ups set user_metadata = ${JSON.stringify(metadata)}::jsonb
    where user_id = ${userId} and browser_hash is null and code_challenge is null and password_mark is null`.execute(tx)
}

/** Ends sessions permanently: the way they were opened may be why the account is locked. */
async function lock(
  platform: Platform,
  tx: Tx,
  user: User,
  until: Date | null,
  request: FastifyRequest,
): Promise<void> {
  const now = platform.clock.now()
  const act = until ? 'locked' : 'unlocked'
  if (until) {
    await sql`update auth.sessions set ended_at = ${now} where user_id = ${user.id} and ended_at is null`.execute(tx)
    await platform.jobs.emit(tx, 'person.locked', { person_id: user.id, until: until.toISOString() })
  } else await platform.jobs.emit(tx, 'person.unlocked', { person_id: user.id })
  await recordSecurity(platform, tx, { personId: user.id, act, by: 'service' }, request)
}

async function setPassword(
  platform: Platform,
  tx: Tx,
  user: User,
  passwordHash: string,
  request: FastifyRequest,
): Promise<void> {
  await sql`update auth.users set encrypted_password = ${passwordHash}, email_change = null where id = ${user.id}`.execute(
    tx,
  )
  await sql`delete from auth.sessions where user_id = ${user.id}`.execute(tx)
  await sql`delete from auth.sign_ups where user_id = ${user.id}`.execute(tx)
  await forgetOtherBrowsers(platform, tx, user.id, undefined)
  await forgetTokens(tx, user.id, 'all')
  await recordSecurity(platform, tx, { personId: user.id, act: 'password-changed', by: 'service' }, request)
  const passkeys = (await passkeysOf(tx, user.id)).map(passkey => passkey.friendly_name)
  const language = signUpLanguage(user.user_metadata, request)
  const email = passwordChangedEmail(platform.config, language, user, passkeys)
  await platform.jobs.enqueue(tx, { kind: 'send mail', payload: email })
}

function merged(old: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const { email_verified: _ours, ...rest } = given
  const remaining = Object.entries({ ...old, ...rest }).filter(([, value]) => value !== null)
  return check(metadata, Object.fromEntries(remaining))
}
