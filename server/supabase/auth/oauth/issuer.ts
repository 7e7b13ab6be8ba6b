import {
  allowInsecureRequests,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import { after, hours } from '#platform/clock.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import type { Platform } from '#platform/platform.ts'
import type { Provider } from './providers.ts'

const maxAnswerSize = 256 * 1024
const maxAtOnce = { ours: 32, foreign: 8 }
const maxForeign = 1000
/** Seconds. */
const patience = { discovery: 5, call: 10 }
/** Seconds of clock skew. */
const otherClock = 60

type Known = { client?: { value: Configuration; until: Date }; running: number }

const known = new WeakMap<Platform, LruCache<Known>>()

function knownOf(platform: Platform, { name }: Provider): Known {
  const providers = known.get(platform) ?? makeLruCache<Known>(maxForeign)
  known.set(platform, providers)
  const one = providers.get(name) ?? { running: 0 }
  providers.set(name, one)
  return one
}

/**
 * Cached for an hour; validates the issuer's tokens and their signature.
 * @throws if discovery fails
 */
export async function clientAt(platform: Platform, provider: Provider): Promise<Configuration> {
  const one = knownOf(platform, provider)
  const now = platform.clock.now()
  if (one.client && one.client.until > now) return one.client.value
  const value = clientOf(provider, await describeIssuer(platform, provider))
  value[customFetch] = fetchFor(platform, provider)
  buildAuthorizationUrl(value, {})
  one.client = { value, until: after(now, hours(1)) }
  return value
}

async function describeIssuer(platform: Platform, provider: Provider): Promise<ServerMetadata> {
  const url = new URL(`${provider.issuer}/.well-known/openid-configuration`)
  const described = await discovery(url, provider.clientId, undefined, undefined, {
    [customFetch]: fetchFor(platform, provider),
    timeout: patience.discovery,
    execute: mayBeOpen(provider) ? [allowInsecureRequests] : [],
  })
  const metadata = described.serverMetadata()
  if (metadata.issuer.replace(/\/+$/, '') !== provider.issuer) throw new Error(`${url.href} describes another issuer.`)
  return metadata
}

function clientOf(provider: Provider, metadata: ServerMetadata): Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported
  const onlyBasic = methods?.includes('client_secret_basic') && !methods.includes('client_secret_post')
  const client = new Configuration(
    { ...(provider.tokenEndpoint ? { token_endpoint: provider.tokenEndpoint } : {}), ...metadata },
    provider.clientId,
    { [clockTolerance]: otherClock },
    (onlyBasic ? ClientSecretBasic : ClientSecretPost)(provider.clientSecret),
  )
  client.timeout = patience.call
  if (mayBeOpen(provider)) allowInsecureRequests(client)
  // By default the library trusts TLS and skips the id token's signature.
  enableNonRepudiationChecks(client)
  return client
}

/** http:// in the settings means this machine or the own network. */
function mayBeOpen({ issuer }: Provider): boolean {
  return issuer.startsWith('http:')
}

function fetchFor(platform: Platform, provider: Provider): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const one = knownOf(platform, provider)
    if (one.running >= maxAtOnce[provider.isForeign ? 'foreign' : 'ours'])
      throw new Error(`Too many calls to ${provider.issuer} at once.`)
    one.running += 1
    const { 'user-agent': _library, ...sentHeaders } = headers
    const isPost = method === 'POST'
    try {
      const answer = await platform.outside.fetch({
        url,
        method: isPost ? 'POST' : 'GET',
        headers: sentHeaders,
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
        // Never redirect a POST: it carries secrets.
        redirects: isPost ? 0 : 1,
        maxBytes: maxAnswerSize,
        trusted: !provider.isForeign,
        ...(signal ? { signal } : {}),
      })
      return new Response(new Uint8Array(answer.body), {
        status: answer.status,
        headers: { 'content-type': answer.type },
      })
    } finally {
      one.running -= 1
    }
  }
}

/** Messages only: the library attaches answers and tokens to its errors. */
export function reasonOf(error: unknown): string {
  const words: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) words.push(at.message)
  return words.join(': ')
}
