import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/sql/database.ts'
import { languageOf } from '#platform/http/http.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkAnswer, UserAnswer } from '../auth.results.ts'
import { noSuchUser, requireAdmin } from '../admin/admin-bearer.ts'
import { addUser } from '../admin/admin-users.ts'
import { check, mailAddress, metadata, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { linkJob, linkOf } from './mail-link.ts'
import { saveMailedTokens, makeMailed } from './one-time-tokens.ts'
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts'
import { returnAddress, returnAddressOf } from './return-address.ts'
import { findUser, type User, userAnswer } from '../users/users.ts'

export const inviteBody = z.object({ email: mailAddress, data: metadata })

export async function invite(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  await requireAdmin(platform, request)
  const { email, data } = check(inviteBody, request.body)
  const invited = await platform.db.asService(null, async tx => {
    const user = await invitedUser(platform, tx, { email, data }, request)
    const redirectTo = returnAddressOf(platform.config, request)
    const order = { kind: 'invite', email, redirect_to: redirectTo, language: languageOf(request) } as const
    await platform.jobs.enqueue(tx, linkJob(order))
    return user
  })
  return userAnswer(invited)
}

type Guest = { email: string; data: Record<string, unknown> }

async function invitedUser(platform: Platform, tx: Tx, guest: Guest, request: FastifyRequest): Promise<User> {
  const known = await findUser(tx, { email: guest.email }, 'lock')
  if (known?.email_confirmed_at) throw taken()
  const user = known ?? (await addUser(platform, tx, { ...guest, id: newId(), passwordHash: undefined }, request))
  if (!user) throw taken()
  const now = platform.clock.now()
  await sql`update auth.users set invited_at = ${now}, updated_at = ${now} where id = ${user.id}`.execute(tx)
  return { ...user, invited_at: now, updated_at: now }
}

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const

export const generateLinkBody = z.object({
  type: z.enum(types, { error: `type must be one of ${types.join(', ')}` }),
  email: mailAddress,
  new_email: optionalText,
  password: optionalText,
  data: metadata,
  redirect_to: optionalText,
})

type LinkRequest = z.output<typeof generateLinkBody>

/** Returns the contents of the email without sending it; creates the account if the type allows. */
export async function generateLink(platform: Platform, request: FastifyRequest): Promise<LinkAnswer> {
  await requireAdmin(platform, request)
  const { config } = platform
  const input = check(generateLinkBody, request.body)
  const newEmail = input.type.startsWith('email_change') ? check(mailAddress, input.new_email) : ''
  if (input.password !== '') checkNewPassword(input.password, input.email, config)
  const passwordHash = input.password === '' ? undefined : await hashPassword(input.password)
  const redirectTo =
    input.redirect_to === '' ? returnAddressOf(config, request) : returnAddress(config, input.redirect_to)
  const mailed = await makeMailed(config.AUTH_CODE_LENGTH)
  const { user, kind } = await platform.db.asService(null, async tx => {
    const found = await accountFor(platform, tx, input, passwordHash, request)
    const wanted = newEmail === '' ? found.user : await wantEmail(platform, tx, found.user, newEmail)
    const email = found.kind === 'email_change_new' ? newEmail : wanted.email
    await saveMailedTokens(platform, tx, { userId: wanted.id, email, kind: found.kind }, mailed)
    return { user: wanted, kind: found.kind }
  })
  return {
    ...userAnswer(user),
    action_link: linkOf(config, mailed.secret, kind, redirectTo),
    email_otp: mailed.code,
    hashed_token: mailed.secret,
    verification_type: kind,
    redirect_to: redirectTo,
  }
}

/** A magic link for an unknown address becomes a sign-up. */
async function accountFor(
  platform: Platform,
  tx: Tx,
  { type, email, data }: LinkRequest,
  passwordHash: string | undefined,
  request: FastifyRequest,
): Promise<{ user: User; kind: LinkRequest['type'] }> {
  const known = await findUser(tx, { email }, 'lock')
  if (type === 'invite') return { user: await invitedUser(platform, tx, { email, data }, request), kind: type }
  if (known && type === 'signup' && known.email_confirmed_at) throw taken()
  if (known) return { user: known, kind: type }
  if (type !== 'signup' && type !== 'magiclink') throw noSuchUser()
  if (type === 'signup' && !passwordHash) throw refuse('validation_failed', 'Signup requires a valid password')
  const user = await addUser(platform, tx, { id: newId(), email, data, passwordHash }, request)
  if (!user) throw taken()
  return { user, kind: 'signup' }
}

/** An earlier request for the same address keeps its consent. */
async function wantEmail(platform: Platform, tx: Tx, user: User, email: string): Promise<User> {
  if (user.email_change === email) return user
  if (await findUser(tx, { email })) throw taken()
  const now = platform.clock.now()
  await sql`update auth.users set email_change = ${email}, email_change_agreed = null, email_change_session = null,
    email_change_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`.execute(tx)
  return { ...user, email_change: email, email_change_sent_at: now, updated_at: now }
}

function taken() {
  return refuse('email_exists', 'A user with this email address has already been registered')
}
