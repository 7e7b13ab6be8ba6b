import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { hashSecret, newSecret } from '../ids.ts'

const lifeSeconds = 400 * 86_400

/** With TLS no other host and no unprotected page can set it. */
function cookieName({ publicUrl }: Config): string {
  return publicUrl.startsWith('https:') ? '__Host-sen-browser' : 'sen-browser'
}

/** The stored form of the secret by which a browser is known again; undefined where it has none. */
export function browserOf(config: Config, request: FastifyRequest): string | undefined {
  const secret = secretOf(config, request)
  return secret === undefined ? undefined : hashSecret(secret)
}

const met = new WeakMap<FastifyRequest, string>()

/**
 * The same, for a browser that sets out: one that is new here gets a secret, which authorises nothing by itself. It is kept
 * as long as browsers allow, so that a person's own browser is known again at the next sign-in.
 */
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

/** As the browser will be known from this answer on; undefined for who is none. */
export function browserFromNowOn(config: Config, request: FastifyRequest): string | undefined {
  const secret = secretOf(config, request) ?? met.get(request)
  return secret === undefined ? undefined : hashSecret(secret)
}

/**
 * A browser says so whatever it is made to ask for, also for a picture of a foreign page; a program that follows redirects by
 * itself has no cookies and nobody to deceive. (Programs of Node send `sec-fetch-mode: cors` and nothing else.)
 */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return (
    headers['sec-fetch-site'] !== undefined ||
    headers['sec-fetch-dest'] !== undefined ||
    (headers['sec-fetch-mode'] ?? 'cors') !== 'cors' ||
    String(headers.accept).includes('text/html') ||
    (headers['user-agent'] ?? '').startsWith('Mozilla/')
  )
}

/**
 * Whether a person's own page is going here; not a picture, a script, a frame or a call of a page that they look at. Browsers
 * name what asks in `sec-fetch-dest` beside every `sec-fetch-mode`; where neither stands, only the cookie can tell.
 */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest } = headers
  return dest === undefined ? mode === 'navigate' || mode === 'cors' : dest === 'document'
}

function secretOf(config: Config, request: FastifyRequest): string | undefined {
  const name = cookieName(config)
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key, value]) => key === name && value && /^[\w-]{43}$/.test(value))?.[1]
}
