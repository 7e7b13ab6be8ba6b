import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/sql/database.ts'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserAnswer } from '../auth.results.ts'
import { type Bearer, readBearer } from '../auth-bearer.ts'
import { check, mailAddress, metadata, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitMails, limitPeer } from '../auth-limits.ts'
import { askEmailChange } from './change-email.ts'
import { forgetOtherBrowsers } from '../sessions/known-browsers.ts'
import { passwordChangedEmail } from '../email-links/mails.ts'
import { recordSecurity } from '../record-security.ts'
import { passkeysOf } from '../passkeys/stored-passkeys.ts'
import { forgetTokens, spendToken } from '../email-links/one-time-tokens.ts'
import { checkNewPassword, hashPassword, passwordFits } from '../passwords/passwords.ts'
import { pkceFields, readChallenge } from '../sessions/pkce.ts'
import { notValid, proveRecent } from './prove-recent.ts'
import { requireSecondStep } from '../second-step/factors.ts'
import { findUser, fullName, type User, userAnswer } from './users.ts'

export const userChangeBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  data: metadata,
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

export async function updateUser(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  const bearer = await readBearer(platform, request)
  requireSecondStep(bearer, 401)
  await limitPeer(platform, request, 'user')
  const input = check(userChangeBody, request.body)
  const { user } = bearer
  if (input.app_metadata !== undefined) throw refuse('not_admin', 'Updating app_metadata requires admin privileges')
  if (input.phone !== '') throw refuse('phone_provider_disabled', 'Unsupported phone provider')
  const challenge = readChallenge(input)
  const asked = input.email === '' ? user.email : check(mailAddress, input.email)
  const email = asked === user.email ? undefined : asked
  if (input.password !== '') checkNewPassword(input.password, user.email, platform.config)
  const isSensitive = email !== undefined || input.password !== ''
  const nonceHash = isSensitive ? await proveRecent(platform, bearer, input, request) : undefined
  const passwordHash = input.password === '' ? undefined : await newPasswordHash(user, input.password)
  if (email && !platform.config.AUTH_AUTOCONFIRM) {
    await limitMails(platform, request, 'email_change', email)
    if (platform.config.AUTH_DOUBLE_EMAIL_CHANGE) await limitMails(platform, request, 'email_change', user.email)
  }
  const changed = await platform.db.asService(null, async tx => {
    const current = await findUser(tx, { id: user.id }, 'lock')
    if (!current) return undefined
    if (nonceHash && !(await spendToken(tx, nonceHash, ['reauthentication'], platform.clock.now()))) throw notValid()
    await saveMetadata(platform, tx, current, input.data)
    if (passwordHash) await savePassword(platform, tx, bearer, passwordHash, request)
    if (email) await askEmailChange(platform, tx, current, { email, sessionId: bearer.sessionId, challenge }, request)
    return findUser(tx, { id: user.id })
  })
  if (!changed) throw refuse('user_not_found', 'User from sub claim in JWT does not exist')
  return userAnswer(changed)
}

async function newPasswordHash(user: User, password: string): Promise<string> {
  if (await passwordFits(password, user.encrypted_password)) {
    throw refuse('same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

/** Ends other sessions, voids earlier mails and notifies the owner. Passkeys stay, and the mail names them. */
async function savePassword(
  platform: Platform,
  tx: Tx,
  { user, sessionId }: Bearer,
  passwordHash: string,
  request: FastifyRequest,
): Promise<void> {
  await sql`update auth.users set encrypted_password = ${passwordHash}, email_change = null, updated_at = ${platform.clock.now()} where id = ${user.id}`.execute(
    tx,
  )
  await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}`.execute(tx)
  await forgetOtherBrowsers(platform, tx, user.id, request)
  await forgetTokens(tx, user.id, 'all')
  const chosen = user.user_metadata['language']
  const language = chosen === 'vi' || chosen === 'en' ? chosen : languageOf(request)
  const passkeys = (await passkeysOf(tx, user.id)).map(passkey => passkey.friendly_name)
  await platform.jobs.enqueue(tx, {
    kind: 'send mail',
    payload: passwordChangedEmail(platform.config, language, user, passkeys),
  })
  await recordSecurity(platform, tx, { personId: user.id, act: 'password-changed' }, request)
}

/** Merged key by key; null removes one. `email_verified` is ours to set. */
async function saveMetadata(platform: Platform, tx: Tx, user: User, data: Record<string, unknown>): Promise<void> {
  const { email_verified: _ours, ...given } = data
  if (Object.keys(given).length === 0) return
  const remaining = Object.entries({ ...user.user_metadata, ...given }).filter(([, value]) => value !== null)
  const merged = check(metadata, Object.fromEntries(remaining))
  const now = platform.clock.now()
  await sql`update auth.users set user_metadata = ${JSON.stringify(merged)}::jsonb, updated_at = ${now} where id = ${user.id}`.execute(
    tx,
  )
  const name = fullName({ ...user, user_metadata: merged })
  if (name === fullName(user)) return
  await platform.jobs.emit(tx, 'person.changed', { person_id: user.id, email: user.email, full_name: name })
}
