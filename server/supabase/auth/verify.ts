import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress, optionalText } from './auth-body.ts'
import { AuthFailure, refuse } from './auth-error.ts'
import { limitPeer } from './auth-limits.ts'
import { forgetTokens, spendToken, tokenOfCode, type TokenKind } from './one-time-tokens.ts'
import { type Opened, openSession, sessionAnswer } from './open-session.ts'
import { returnAddress } from './return-address.ts'
import { signUpLanguage } from './signup.ts'
import { fullName, isBanned, type User } from './users.ts'
import { sendVerifyPage } from './verify-page.ts'

/** Which mails a type of the protocol may mean. Those without a kind of mail behind them are known, and never fit. */
const kindsOf: Record<string, TokenKind[]> = {
  signup: ['signup'],
  email: ['signup'],
  recovery: ['recovery'],
  magiclink: [],
  invite: [],
  email_change: [],
}

/**
 * GET /verify, the link in a mail. A browser gets a page that posts itself, for mail scanners open links too and must
 * not spend them; any other client gets the redirect at once.
 */
export async function openLink(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const link = readLink(request)
  const purpose = [request.headers['sec-purpose'], request.headers['purpose']].flat().join(' ')
  const looksOnly = request.method === 'HEAD' || purpose.includes('prefetch')
  if (looksOnly || request.headers.accept?.includes('text/html')) {
    return sendVerifyPage(platform, request, reply, link.type, returnAddress(platform.config, link.redirectTo))
  }
  return followLink(platform, request, reply)
}

/** POST /verify: as a form from that page, or as JSON with the link's token or with address and digits. */
export async function verify(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return followLink(platform, request, reply)
  }
  const input = check(body, request.body)
  if (/^(sms|phone_change)$/.test(input.type)) throw refuse('phone_provider_disabled', 'Unsupported phone provider')
  const kinds = kindsOf[input.type]
  if (!kinds || !Object.hasOwn(kindsOf, input.type))
    throw refuse('validation_failed', 'Verify requires a verification type')
  if ((input.token_hash === '') === (input.token === '')) {
    throw refuse('validation_failed', 'Only the token_hash or the token should be provided, together with an email')
  }
  const email = input.token === '' ? '' : check(mailAddress, input.email)
  await limitPeer(platform, request, 'verify')
  const hash =
    input.token === '' ? hashSecret(input.token_hash) : await tokenOfCode(platform, email, input.token, kinds)
  const opened = hash && (await spend(platform, request, hash, kinds))
  if (!opened) throw refuse('otp_expired', 'Token has expired or is invalid')
  return sessionAnswer(platform, opened)
}

const body = z.object({ type: optionalText, token_hash: optionalText, token: optionalText, email: optionalText })

async function followLink(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const link = readLink(request)
  await limitPeer(platform, request, 'verify')
  const home = returnAddress(platform.config, link.redirectTo)
  const answer = await linkAnswer(platform, request, link)
  return reply
    .code(303)
    .header('location', `${home}#${new URLSearchParams(answer).toString()}`)
    .send()
}

/** What the address carries back: a session, or why there is none. */
async function linkAnswer(platform: Platform, request: FastifyRequest, link: Link): Promise<Record<string, string>> {
  try {
    const opened = await spend(platform, request, hashSecret(link.token), link.kinds)
    if (!opened) throw refuse('otp_expired', 'Email link is invalid or has expired')
    const session = await sessionAnswer(platform, opened)
    return {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      sb: '',
      token_type: session.token_type,
      type: link.type,
    }
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error
    return { error: 'access_denied', error_code: error.code, error_description: error.message, sb: '' }
  }
}

type Link = { token: string; type: string; kinds: TokenKind[]; redirectTo: unknown }

function readLink(request: FastifyRequest): Link {
  const query = request.query as Record<string, unknown>
  const { type, token = query['token_hash'], redirect_to: redirectTo } = query
  if (typeof type !== 'string' || !Object.hasOwn(kindsOf, type)) {
    throw refuse('validation_failed', 'Verify requires a verification type')
  }
  if (typeof token !== 'string' || token === '') {
    throw refuse('validation_failed', 'Verify requires a token or a token hash')
  }
  return { token, type, kinds: kindsOf[type] ?? [], redirectTo }
}

async function spend(
  platform: Platform,
  request: FastifyRequest,
  tokenHash: string,
  kinds: TokenKind[],
): Promise<Opened | undefined> {
  return platform.db.asService(null, async tx => {
    const user = await spendToken(tx, tokenHash, kinds, platform.clock.now())
    if (!user) return undefined
    await confirm(platform, tx, user, request)
    return openSession(platform, tx, user.id, 'otp', request)
  })
}

/** Whoever reads the mailbox owns the address; told once. */
async function confirm(platform: Platform, tx: Tx, user: User, request: FastifyRequest): Promise<void> {
  const now = platform.clock.now()
  if (isBanned(user, now)) throw refuse('user_banned', 'User is banned')
  await forgetTokens(tx, user.id)
  if (user.email_confirmed_at) return
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
    invitation: false,
  })
}
