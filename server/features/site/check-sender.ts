import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { isSecurityToken, securityCookieName, securityTokenHeader } from '#shared/rules/website/security-token.ts'

/** `token`: matches its cookie; `origin`: the browser vouches; undefined: another site, which can only send forms. */
export function senderOf(platform: Platform, request: FastifyRequest, field?: string): 'token' | 'origin' | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  const ours = origin === undefined ? undefined : isOurs(platform, request, origin)
  if (ours === false || site === 'cross-site') return undefined
  if (tokensAgree(request, field)) return 'token'
  return ours || site === 'same-origin' ? 'origin' : undefined
}

/** @throws site.token_wrong */
export function requireToken(platform: Platform, request: FastifyRequest, field?: string): void {
  if (senderOf(platform, request, field) !== 'token') throw failure('site.token_wrong')
}

function tokensAgree(request: FastifyRequest, field: string | undefined): boolean {
  const sent = request.headers[securityTokenHeader] ?? field
  if (!isSecurityToken(sent)) return false
  const stored = cookiesOf(request)
  return [true, false].some(secure => {
    const cookie = stored.get(securityCookieName(secure))
    return isSecurityToken(cookie) && timingSafeEqual(Buffer.from(cookie), Buffer.from(sent))
  })
}

function cookiesOf(request: FastifyRequest): Map<string, string> {
  return new Map(
    (request.headers.cookie ?? '').split(';').flatMap(part => {
      const at = part.indexOf('=')
      return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const]
    }),
  )
}

/** Also the host the browser asked: a server may have several names. */
function isOurs(platform: Platform, request: FastifyRequest, origin: string): boolean {
  if (origin === new URL(platform.config.publicUrl).origin) return true
  return /^https?:$/.test(parse(origin)?.protocol ?? '') && parse(origin)?.host === request.headers.host
}

function parse(origin: string): URL | undefined {
  return URL.canParse(origin) ? new URL(origin) : undefined
}
