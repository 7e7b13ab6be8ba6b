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
import type { Platform } from '#platform/platform.ts'
import type { Provider } from './providers.ts'

const maxAnswerSize = 256 * 1024
const maxAtOnce = 32
/** Seconds, as the library counts: for what an issuer says of itself, and for each later call. */
const patience = { discovery: 5, call: 10 }
/** Seconds by which the issuer's clock may differ from ours. */
const otherClock = 60

type Known = { client?: { value: Configuration; until: Date }; running: number }

const known = new WeakMap<Platform, Map<string, Known>>()

function knownOf(platform: Platform, { name }: Provider): Known {
  const providers = known.get(platform) ?? new Map<string, Known>()
  known.set(platform, providers)
  const one = providers.get(name) ?? { running: 0 }
  providers.set(name, one)
  return one
}

/**
 * The client that we are at a provider, made of what its issuer says of itself; kept for an hour. It checks everything that the
 * issuer's tokens must fulfil, their signature too.
 * @throws Error where the issuer does not answer well
 */
export async function clientAt(platform: Platform, provider: Provider): Promise<Configuration> {
  const one = knownOf(platform, provider)
  const now = platform.clock.now()
  if (one.client && one.client.until > now) return one.client.value
  const value = clientOf(provider, await describeIssuer(platform, provider))
  value[customFetch] = fetchFor(platform, provider)
  buildAuthorizationUrl(value, {}) // An issuer to which nobody can be sent is none.
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
  const said = described.serverMetadata()
  if (said.issuer.replace(/\/+$/, '') !== provider.issuer) throw new Error(`${url.href} describes another issuer.`)
  return said
}

function clientOf(provider: Provider, said: ServerMetadata): Configuration {
  const methods = said.token_endpoint_auth_methods_supported
  const onlyBasic = methods?.includes('client_secret_basic') && !methods.includes('client_secret_post')
  const client = new Configuration(
    { ...(provider.tokenEndpoint ? { token_endpoint: provider.tokenEndpoint } : {}), ...said },
    provider.clientId,
    { [clockTolerance]: otherClock },
    (onlyBasic ? ClientSecretBasic : ClientSecretPost)(provider.clientSecret),
  )
  client.timeout = patience.call
  if (mayBeOpen(provider)) allowInsecureRequests(client)
  // The library trusts the connection on which a token came; we ask for the issuer's signature as well.
  enableNonRepudiationChecks(client)
  return client
}

/** The settings name an issuer without https: one on this machine, or in the own network. */
function mayBeOpen({ issuer }: Provider): boolean {
  return issuer.startsWith('http:')
}

/** The library's way out: ours, bounded. @throws Error, OutsideError */
function fetchFor(platform: Platform, provider: Provider): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const one = knownOf(platform, provider)
    if (one.running >= maxAtOnce) throw new Error(`Too many calls to ${provider.issuer} at once.`)
    one.running += 1
    const { 'user-agent': _library, ...said } = headers
    const isPost = method === 'POST'
    try {
      const answer = await platform.outside.fetch({
        url,
        method: isPost ? 'POST' : 'GET',
        headers: said,
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
        // Secrets go to the named address alone; descriptions and keys may have moved.
        redirects: isPost ? 0 : 1,
        maxBytes: maxAnswerSize,
        trusted: true,
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

/** What went wrong, in words alone: the library hangs answers and tokens on its errors, which belong in no log. */
export function reasonOf(error: unknown): string {
  const words: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) words.push(at.message)
  return words.join(': ')
}
