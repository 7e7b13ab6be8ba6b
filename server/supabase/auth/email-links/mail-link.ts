import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import type { ReferralSource } from '../sign-up/referral-source.ts'
import { codeEmail, linkEmail } from './mails.ts'
import { saveMailedTokens, makeMailed, type TokenKind } from './one-time-tokens.ts'
import { saveSignUp } from '../sign-up/sign-ups.ts'
import { findUser, fullName, insertUser, isBanned, madeUser, type User } from '../users/users.ts'

export type LinkOrder = {
  kind: TokenKind
  email: string
  redirect_to: string
  language: Language
  /** With it the link returns a code instead of a session. */
  code_challenge?: string
  /** For an unknown address; without it no account is created. */
  newcomer?: Record<string, unknown>
  referral?: ReferralSource
  browser?: string
}

/** The request does the same work whether or not the address is known. */
export function linkJob(order: LinkOrder) {
  return { kind: 'mail link', key: `mail link ${order.kind} ${order.email}`, payload: order }
}

/** Created in the job, so that the queue holds no plain token. If run twice, the second link is valid. */
export async function mailLink(platform: Platform, order: LinkOrder): Promise<void> {
  const { config } = platform
  const mailed = await makeMailed(config.AUTH_CODE_LENGTH, order.code_challenge)
  const user = await platform.db.asService(null, async tx => {
    const user = (await findUser(tx, { email: order.email }, 'lock')) ?? (await addNewcomer(platform, tx, order))
    if (!user || !isDue(platform, user, order.kind)) return undefined
    // Taken by somebody else: the requester must not learn it.
    if (order.kind === 'email_change_new' && (await findUser(tx, { email: recipient(user, order.kind) })))
      return undefined
    await saveMailedTokens(platform, tx, { ...order, userId: user.id, email: recipient(user, order.kind) }, mailed)
    const { row } = sentAt[order.kind]
    await sql`update auth.users set ${sql.ref(row)} = ${platform.clock.now()} where id = ${user.id}`.execute(tx)
    return user
  })
  if (!user) return
  const recipientFields = { email: recipient(user, order.kind), language: order.language }
  const kind = emailKind(order.kind, user)
  if (kind === 'reauthentication') {
    return platform.mail.send(codeEmail(config, { ...recipientFields, kind }, user, mailed.code))
  }
  const link = linkOf(config, mailed.secret, kind, order.redirect_to)
  await platform.mail.send(linkEmail(config, { ...recipientFields, kind }, user, link, mailed.code))
  if (kind === 'signup' && platform.mail.captured && config.LOG_LEVEL !== 'silent') {
    // Without a mail server this is how the first person gets in.
    console.log(`Confirmation link for the captured mail: ${link}`)
  }
}

export function linkOf(config: Config, secret: string, kind: TokenKind, redirectTo: string): string {
  const query = new URLSearchParams({ token: secret, type: sentAt[kind].type, redirect_to: redirectTo })
  return `${config.publicUrl}/auth/v1/verify?${query.toString()}`
}

/** An unconfirmed account always gets the confirmation letter. */
function emailKind(kind: TokenKind, user: User): TokenKind {
  return kind === 'magiclink' && !user.email_confirmed_at ? 'signup' : kind
}

const sentAt: Record<TokenKind, { row: string; type: string }> = {
  signup: { row: 'confirmation_sent_at', type: 'signup' },
  invite: { row: 'confirmation_sent_at', type: 'invite' },
  recovery: { row: 'recovery_sent_at', type: 'recovery' },
  magiclink: { row: 'recovery_sent_at', type: 'magiclink' },
  email_change_current: { row: 'email_change_sent_at', type: 'email_change' },
  email_change_new: { row: 'email_change_sent_at', type: 'email_change' },
  reauthentication: { row: 'reauthentication_sent_at', type: 'reauthentication' },
}

function recipient(user: User, kind: TokenKind): string {
  return kind === 'email_change_new' && user.email_change ? user.email_change : user.email
}

function isDue({ config, clock }: Platform, user: User, kind: TokenKind): boolean {
  if (kind === 'signup' || kind === 'invite') return user.email_confirmed_at === null
  if (isBanned(user, clock.now())) return false
  if (kind === 'email_change_new') return user.email_change !== null && user.email_change_agreed !== 'new'
  if (kind !== 'email_change_current') return true
  return config.AUTH_DOUBLE_EMAIL_CHANGE && user.email_change !== null && user.email_change_agreed !== 'current'
}

async function addNewcomer(platform: Platform, tx: Tx, order: LinkOrder): Promise<User | undefined> {
  const { config } = platform
  if (!order.newcomer || !config.AUTH_SIGNUP) return undefined
  const now = platform.clock.now()
  const confirmed = config.AUTH_AUTOCONFIRM
  const made = { id: newId(), email: order.email, passwordHash: null, data: order.newcomer, confirmed }
  const proofs = { browserHash: order.browser ?? null, challenge: order.code_challenge ?? null, passwordMark: null }
  const signUp = { ...proofs, passwordHash: null, data: order.newcomer, referral: order.referral ?? null }
  // Somebody may have signed up concurrently; then the account is theirs.
  if (await insertUser(tx, made, now)) {
    const chosen = order.newcomer['language']
    const language = chosen === 'vi' || chosen === 'en' ? chosen : order.language
    const person = { person_id: made.id, email: made.email, full_name: fullName(madeUser(made, now)), language }
    const came = order.referral ? { referral: order.referral } : {}
    await platform.jobs.emit(tx, 'person.signed-up', { ...person, ...came })
    if (confirmed) await platform.jobs.emit(tx, 'person.confirmed', { ...person, invitation: false })
    else await saveSignUp(platform, tx, made.id, signUp)
  }
  return findUser(tx, { email: order.email }, 'lock')
}
