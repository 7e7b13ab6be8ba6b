import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { check, mailAddress, optionalText } from '../auth-body.ts'
import { AuthFailure, refuse } from '../auth-error.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { limitPeer } from '../auth-limits.ts'
import { type RedirectParts, buildRedirect, sessionFragment } from './build-redirect.ts'
import { emailChangeKinds, pkcePrefix, tokenOfCode, type TokenKind } from './one-time-tokens.ts'
import { sessionAnswer } from '../sessions/open-session.ts'
import { returnAddress } from './return-address.ts'
import { takeUp } from './take-up-link.ts'
import { sendVerifyPage } from './verify-page.ts'

/** An unconfirmed account that asks for a magic link gets a confirmation mail, so its type is `signup`. */
const kindsOf: Record<string, TokenKind[]> = {
  signup: ['signup', 'magiclink'],
  email: ['signup', 'magiclink'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  invite: ['invite'],
  email_change: emailChangeKinds,
}

const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Browsers get a page that posts itself, because mail scanners open links and must not spend them; others are redirected at once. */
export async function openLink(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const link = readLink(request)
  const purpose = [request.headers['sec-purpose'], request.headers['purpose']].flat().join(' ')
  const looksOnly = request.method === 'HEAD' || purpose.includes('prefetch')
  if (looksOnly || request.headers.accept?.includes('text/html')) {
    return sendVerifyPage(platform, request, reply, link.type, returnAddress(platform.config, link.redirectTo))
  }
  return followLink(platform, request, reply)
}

export async function verify(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionAnswer | { msg: string; code: '200' } | FastifyReply> {
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return followLink(platform, request, reply)
  }
  const input = check(verifyBody, request.body)
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
  const taken =
    hash && (await takeUp(platform, request, { hash, kinds, way: 'call', leadsHome: comesFromHome(platform, request) }))
  if (taken === 'one of two') return { msg: halfWay, code: '200' }
  if (!taken || !('opened' in taken)) throw refuse('otp_expired', 'Token has expired or is invalid')
  const session = await sessionAnswer(platform, taken.opened)
  // The official client passes it on with the session.
  return taken.isPasswordLost ? { ...session, password_needed: true } : session
}

/** Not from another origin that this installation serves. */
function comesFromHome({ config }: Platform, { headers }: FastifyRequest): boolean {
  return headers.origin === undefined || headers.origin === new URL(config.publicUrl).origin
}

export const verifyBody = z.object({
  type: optionalText,
  token_hash: optionalText,
  token: optionalText,
  email: optionalText,
})

async function followLink(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const link = readLink(request)
  await limitPeer(platform, request, 'verify')
  const home = returnAddress(platform.config, link.redirectTo)
  const back = buildRedirect(home, await linkAnswer(platform, request, link))
  return reply.code(303).header('location', back).send()
}

async function linkAnswer(platform: Platform, request: FastifyRequest, link: Link): Promise<RedirectParts> {
  // PKCE clients read the query and the fragment.
  const redirectWith = (facts: Record<string, string>): RedirectParts => ({
    ...(link.token.startsWith(pkcePrefix) ? { query: facts } : {}),
    fragment: { ...facts, sb: '' },
  })
  try {
    const leadsHome =
      new URL(returnAddress(platform.config, link.redirectTo)).origin === new URL(platform.config.publicUrl).origin
    const token = { hash: hashSecret(link.token), kinds: link.kinds, way: 'link', leadsHome } as const
    const taken = await takeUp(platform, request, token)
    if (!taken) throw refuse('otp_expired', 'Email link is invalid or has expired')
    if (taken === 'one of two') return redirectWith({ message: halfWay })
    if ('code' in taken) return { query: { code: taken.code } }
    const session = await sessionAnswer(platform, taken.opened)
    return {
      fragment: {
        ...sessionFragment(session),
        // `welcome` also asks for a name; other apps of the official client know only `recovery`.
        type: !taken.isPasswordLost || asksAnyway.has(link.type) ? link.type : leadsHome ? 'welcome' : 'recovery',
      },
    }
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error
    return redirectWith({ error: 'access_denied', error_code: error.code, error_description: error.message })
  }
}

const asksAnyway = new Set(['recovery', 'invite'])

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
