import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { refuse } from '../auth-error.ts'
import { linkJob } from '../email-links/mail-link.ts'
import { emailChangedEmail } from '../email-links/mails.ts'
import { recordSecurity } from '../record-security.ts'
import { emailChangeKinds, forgetTokens, type Spent } from '../email-links/one-time-tokens.ts'
import { returnAddressOf } from '../email-links/return-address.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import { findUser, type User } from './users.ts'

export type Asked = { email: string; sessionId: string; challenge: string | undefined }

/** @throws email_exists only with AUTH_AUTOCONFIRM; else a taken address is answered like a free one and not mailed */
export async function askEmailChange(
  platform: Platform,
  tx: Tx,
  user: User,
  asked: Asked,
  request: FastifyRequest,
): Promise<void> {
  const { email, sessionId } = asked
  if (platform.config.AUTH_AUTOCONFIRM) {
    if (await findUser(tx, { email })) throw taken()
    await changeEmail(platform, tx, { ...user, email_change_session: sessionId }, email, request)
    return
  }
  await sql`delete from auth.one_time_tokens where user_id = ${user.id} and kind = any (${emailChangeKinds})`.execute(
    tx,
  )
  const now = platform.clock.now()
  await sql`update auth.users set email_change = ${email}, email_change_agreed = null, email_change_session = ${sessionId},
    email_change_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`.execute(tx)
  const order = {
    email: user.email,
    redirect_to: returnAddressOf(platform.config, request),
    language: signUpLanguage(user.user_metadata, request),
    ...(asked.challenge ? { code_challenge: asked.challenge } : {}),
  }
  for (const kind of emailChangeKinds) await platform.jobs.enqueue(tx, linkJob({ ...order, kind }))
}

/** @throws email_exists if it was taken since; 'void' if the request was replaced. Either address may confirm first */
export async function agreeToEmailChange(
  platform: Platform,
  tx: Tx,
  { user, kind, email }: Spent,
  request: FastifyRequest,
): Promise<'changed' | 'one of two' | 'void'> {
  const side = kind === 'email_change_new' ? 'new' : 'current'
  const wanted = user.email_change
  if (!wanted || email !== (side === 'new' ? wanted : user.email)) return 'void'
  const agreedBefore = user.email_change_agreed
  if (platform.config.AUTH_DOUBLE_EMAIL_CHANGE && (agreedBefore === null || agreedBefore === side)) {
    await sql`update auth.users set email_change_agreed = ${side} where id = ${user.id}`.execute(tx)
    return 'one of two'
  }
  await changeEmail(platform, tx, user, wanted, request)
  return 'changed'
}

/** Ends other sessions, voids earlier mails and notifies the old address. */
export async function changeEmail(
  platform: Platform,
  tx: Tx,
  user: User,
  email: string,
  request: FastifyRequest,
): Promise<void> {
  const now = platform.clock.now()
  try {
    await sql`update auth.users set email = ${email}, email_change = null, email_change_agreed = null,
      email_change_session = null, updated_at = ${now} where id = ${user.id}`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw taken()
    throw error
  }
  await sql`update auth.identities set identity_data = identity_data || ${JSON.stringify({ email })}::jsonb, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`.execute(tx)
  await sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${user.email_change_session}`.execute(
    tx,
  )
  await forgetTokens(tx, user.id, 'all')
  await platform.jobs.emit(tx, 'person.changed', { person_id: user.id, email })
  const language = signUpLanguage(user.user_metadata, request)
  await recordSecurity(platform, tx, { personId: user.id, act: 'email-changed' }, request)
  const notice = emailChangedEmail(platform.config, language, user, email)
  await platform.jobs.enqueue(tx, { kind: 'send mail', payload: notice })
}

function taken() {
  return refuse('email_exists', 'A user with this email address has already been registered')
}
