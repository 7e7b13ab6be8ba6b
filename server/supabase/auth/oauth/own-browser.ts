import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'

const daySeconds = 86_400

/** With TLS no other host and no unprotected page can set it. */
function cookieName({ publicUrl }: Config): string {
  return publicUrl.startsWith('https:') ? '__Host-sen-browser' : 'sen-browser'
}

/** The stored form of the secret by which a browser is known again; undefined where it has none. */
export function browserOf(config: Config, request: FastifyRequest): string | undefined {
  const name = cookieName(config)
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const secret = pairs.find(([key, value]) => key === name && value && /^[\w-]{43}$/.test(value))?.[1]
  return secret === undefined ? undefined : hashSecret(secret)
}

/** The same, for a browser that sets out: one that is new here gets a secret, which authorises nothing by itself. */
export function knowBrowser(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  const known = browserOf(config, request)
  if (known !== undefined) return known
  const secret = newSecret()
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(config)}=${secret}; Path=/; Max-Age=${daySeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
  return hashSecret(secret)
}

/** A browser that goes somewhere says so; a program that follows the redirects by itself has no cookies and nobody to deceive. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' || String(request.headers.accept).includes('text/html')
}
