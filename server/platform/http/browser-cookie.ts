import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { hashSecret, newSecret } from '../ids.ts'

const lifeSeconds = 400 * 86_400

/** With TLS no other host and no unprotected page can set it. */
function cookieName({ publicUrl }: Config): string {
  return publicUrl.startsWith('https:') ? '__Host-sen-browser' : 'sen-browser'
}

/** The hashed secret that identifies a browser; undefined without one. */
export function browserOf(config: Config, request: FastifyRequest): string | undefined {
  const secret = secretOf(config, request)
  return secret === undefined ? undefined : hashSecret(secret)
}

const met = new WeakMap<FastifyRequest, string>()

/** Gives a new browser a secret, which authorises nothing, kept as long as browsers allow so that the next sign-in recognises it. */
export function knowBrowser(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  const secret = secretOf(config, request) ?? met.get(request) ?? newSecret()
  if (!met.has(request)) {
    met.set(request, secret)
    const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${cookieName(config)}=${secret}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  }
  return hashSecret(secret)
}

export function browserFromNowOn(config: Config, request: FastifyRequest): string | undefined {
  const secret = secretOf(config, request) ?? met.get(request)
  return secret === undefined ? undefined : hashSecret(secret)
}

/** True even for a picture on a foreign page. Node programs send `sec-fetch-mode: cors` and nothing else. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return (
    headers['sec-fetch-site'] !== undefined ||
    headers['sec-fetch-dest'] !== undefined ||
    (headers['sec-fetch-mode'] ?? 'cors') !== 'cors' ||
    String(headers.accept).includes('text/html') ||
    (headers['user-agent'] ?? '').startsWith('Mozilla/')
  )
}

/** A top-level navigation, not a subresource. Where `sec-fetch-dest` is missing too, only the cookie can tell. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest } = headers
  return dest === undefined ? mode === 'navigate' || mode === 'cors' : dest === 'document'
}

function secretOf(config: Config, request: FastifyRequest): string | undefined {
  const name = cookieName(config)
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key, value]) => key === name && value && /^[\w-]{43}$/.test(value))?.[1]
}
