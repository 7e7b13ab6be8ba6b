import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { mailAddress, metadata } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { askIssuer, describeIssuer, readIdToken } from './issuer.ts'
import type { Provider } from './providers.ts'

/** Who somebody is at a provider. */
export type ExternalPerson = {
  providerId: string
  /** Empty where the provider tells none. */
  email: string
  /** Whether the provider vouches that the address is this person's. */
  emailVerified: boolean
  /** As the identity's row and the client see it. */
  data: Record<string, unknown>
}

/** What the provider lets its own services be called with; handed to the client, kept nowhere. */
export type ProviderTokens = { provider_token: string; provider_refresh_token?: string }

const answer = z.object({
  access_token: z.string().max(16_384),
  id_token: z.string().max(16_384),
  refresh_token: z.string().max(16_384).optional(),
})

/** Providers write truth as a word now and then. */
const truth = z
  .union([z.boolean(), z.literal('true'), z.literal('false')])
  .catch(false)
  .transform(value => value === true || value === 'true')
const text = (most: number) =>
  z
    .string()
    .catch('')
    .transform(value => value.slice(0, most))

const profile = z.object({
  sub: z.string().min(1).max(255),
  email: mailAddress.catch(''),
  email_verified: truth.default(false),
  name: text(120).default(''),
  picture: text(1000).default(''),
})

/**
 * Trades what came back for who came back. Everything is checked against the request that set out.
 * @throws unexpected_failure without the provider's own words; those are in the log
 */
export async function tradeCode(
  platform: Platform,
  provider: Provider,
  code: string,
  sent: { verifier: string; nonce: string; redirectUri: string },
): Promise<{ person: ExternalPerson; tokens: ProviderTokens }> {
  try {
    const traded = answer.parse(await askTokens(platform, provider, code, sent))
    const claims = await readIdToken(platform, provider, traded.id_token, sent.nonce)
    const person = readPerson(claims, provider)
    const complete = person.email === '' ? await askMore(platform, provider, traded.access_token, person) : person
    return {
      person: complete,
      tokens: {
        provider_token: traded.access_token,
        ...(traded.refresh_token ? { provider_refresh_token: traded.refresh_token } : {}),
      },
    }
  } catch (error) {
    platform.log.warn({ provider: provider.name, error }, 'A provider’s answer could not be used')
    throw refuse('unexpected_failure', 'Unable to exchange external code')
  }
}

async function askTokens(
  platform: Platform,
  provider: Provider,
  code: string,
  { verifier, redirectUri }: { verifier: string; redirectUri: string },
): Promise<unknown> {
  const { token_endpoint: named, token_endpoint_auth_methods_supported: methods } = await describeIssuer(
    platform,
    provider,
  )
  const url = named ?? provider.tokenEndpoint
  if (!url) throw new Error(`${provider.issuer} names no token endpoint.`)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (methods?.includes('client_secret_basic') && !methods.includes('client_secret_post')) {
    const pair = [provider.clientId, provider.clientSecret].map(encodeURIComponent).join(':')
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
  } else {
    form.set('client_id', provider.clientId)
    form.set('client_secret', provider.clientSecret)
  }
  return askIssuer(platform, provider, { url, method: 'POST', headers, body: form.toString() })
}

function readPerson(claims: unknown, provider: Provider): ExternalPerson {
  const { sub, email, email_verified: emailVerified, name, picture } = profile.parse(claims)
  const data = {
    iss: provider.issuer,
    sub,
    provider_id: sub,
    ...(email ? { email } : {}),
    email_verified: emailVerified,
    phone_verified: false,
    ...(name ? { name, full_name: name } : {}),
    ...(picture.startsWith('https://') ? { picture, avatar_url: picture } : {}),
  }
  return { providerId: sub, email, emailVerified: emailVerified && email !== '', data: metadata.parse(data) }
}

/** Some issuers keep the address out of the id token. */
async function askMore(
  platform: Platform,
  provider: Provider,
  accessToken: string,
  person: ExternalPerson,
): Promise<ExternalPerson> {
  const { userinfo_endpoint: url } = await describeIssuer(platform, provider)
  if (!url) return person
  const headers = { authorization: `Bearer ${accessToken}` }
  const more = readPerson(await askIssuer(platform, provider, { url, headers }), provider)
  if (more.providerId !== person.providerId) throw new Error('The issuer told of somebody else.')
  return more
}
