import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { after, hours, seconds } from '#platform/clock.ts'
import type { OutsideRequest } from '#platform/outside/outside.ts'
import type { Platform } from '#platform/platform.ts'
import type { Provider } from './providers.ts'

const largestAnswer = 256 * 1024
const mostAtOnce = 32

/** Asymmetric ones alone: a secret that both sides know proves nothing about who signed. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})

export type Description = z.output<typeof description>

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

type Kept<T> = { value: T; until: Date }
type Known = {
  description?: Kept<Description>
  keys?: Kept<ReturnType<typeof createLocalJWKSet>>
  /** Until then a token with an unknown key makes nobody ask for the keys again. */
  askAgainAt: Date
  running: number
}

const known = new WeakMap<Platform, Map<string, Known>>()

function knownOf(platform: Platform, { issuer }: Provider): Known {
  const issuers = known.get(platform) ?? new Map<string, Known>()
  known.set(platform, issuers)
  const one = issuers.get(issuer) ?? { askAgainAt: new Date(0), running: 0 }
  issuers.set(issuer, one)
  return one
}

/** What the issuer says of itself, kept for an hour. @throws Error where it does not answer well */
export async function describeIssuer(platform: Platform, provider: Provider): Promise<Description> {
  const one = knownOf(platform, provider)
  const now = platform.clock.now()
  if (one.description && one.description.until > now) return one.description.value
  const url = `${provider.issuer}/.well-known/openid-configuration`
  const said = description.parse(await askIssuer(platform, provider, { url, timeoutMs: seconds(5) }))
  if (said.issuer.replace(/\/+$/, '') !== provider.issuer) throw new Error(`${url} describes another issuer.`)
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = said
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint]) {
    if (endpoint && new URL(endpoint).protocol !== new URL(provider.issuer).protocol && !endpoint.startsWith('https:'))
      throw new Error(`${url} names an unprotected endpoint.`)
  }
  one.description = { value: said, until: after(now, hours(1)) }
  return said
}

/**
 * Reads an id token: signed by the issuer's published keys, for us, for this very request, and still good.
 * @throws Error in every other case
 */
export async function readIdToken(
  platform: Platform,
  provider: Provider,
  token: string,
  nonce: string,
): Promise<JWTPayload> {
  const { issuer } = await describeIssuer(platform, provider)
  const rules = {
    issuer: [issuer, ...provider.alsoIssues],
    audience: provider.clientId,
    algorithms,
    currentDate: platform.clock.now(),
    clockTolerance: 60,
    requiredClaims: ['exp', 'iat', 'sub'],
  }
  const { payload } = await verified()
  if (payload['nonce'] !== nonce) throw new Error('The id token was made for another request.')
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1
  const party = payload['azp']
  if ((isShared || party !== undefined) && party !== provider.clientId)
    throw new Error('The id token was made for another program.')
  return payload

  async function verified() {
    try {
      return await jwtVerify(token, await keysOf(platform, provider), rules)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayAskAgain(platform, provider)) throw error
      // The issuer has changed its keys since we asked for them.
      return jwtVerify(token, await keysOf(platform, provider), rules)
    }
  }
}

async function keysOf(platform: Platform, provider: Provider): Promise<ReturnType<typeof createLocalJWKSet>> {
  const one = knownOf(platform, provider)
  const now = platform.clock.now()
  if (one.keys && one.keys.until > now) return one.keys.value
  const { jwks_uri: url } = await describeIssuer(platform, provider)
  const keys = createLocalJWKSet(keySet.parse(await askIssuer(platform, provider, { url, timeoutMs: seconds(5) })))
  one.keys = { value: keys, until: after(now, hours(1)) }
  return keys
}

/** Once in ten seconds: tokens with made-up keys must not make us a burden to the issuer. */
function mayAskAgain(platform: Platform, provider: Provider): boolean {
  const one = knownOf(platform, provider)
  const now = platform.clock.now()
  if (now < one.askAgainAt) return false
  one.askAgainAt = after(now, seconds(10))
  delete one.keys
  return true
}

/** One bounded call; what comes back is JSON with status 200, or nothing. @throws Error, OutsideError */
export async function askIssuer(platform: Platform, provider: Provider, request: OutsideRequest): Promise<unknown> {
  const one = knownOf(platform, provider)
  if (one.running >= mostAtOnce) throw new Error(`Too many calls to ${provider.issuer} at once.`)
  one.running += 1
  try {
    const headers = { accept: 'application/json', ...request.headers }
    const asked = { maxBytes: largestAnswer, timeoutMs: seconds(10), ...request, headers }
    // Secrets go to the named address alone; descriptions and keys may have moved.
    const redirects = request.method === 'POST' ? 0 : 1
    const { status, body } = await platform.outside.fetch({ ...asked, redirects, trusted: true })
    if (status !== 200) throw new Error(`${new URL(request.url).host} answered ${status}.`)
    return JSON.parse(body.toString('utf8')) as unknown
  } finally {
    one.running -= 1
  }
}
