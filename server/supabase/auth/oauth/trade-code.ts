import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { mailAddress, metadata } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { clientAt, reasonOf } from './issuer.ts'
import type { Provider } from './providers.ts'

export type ExternalPerson = {
  providerId: string
  email: string
  /** Vouched for by the provider. */
  emailVerified: boolean
  data: Record<string, unknown>
  /** As the provider gave them. */
  claims: Record<string, unknown>
}

/** Passed to the client, never stored. */
export type ProviderTokens = { provider_token: string; provider_refresh_token?: string }

export type Returned = { address: URL; state: string; verifier: string; nonce: string }

const answer = z.object({
  access_token: z.string().max(16_384),
  refresh_token: z.string().max(16_384).optional(),
})

/** Some providers send booleans as strings. */
const truth = z
  .union([z.boolean(), z.literal('true'), z.literal('false')])
  .catch(false)
  .transform(value => value === true || value === 'true')
const text = (maxLength: number) =>
  z
    .string()
    .catch('')
    .transform(value => value.slice(0, maxLength))

const profile = z.object({
  sub: z.string().min(1).max(255),
  email: mailAddress.catch(''),
  email_verified: truth.default(false),
  name: text(120).default(''),
  picture: text(1000).default(''),
})

/** @throws unexpected_failure; the provider's own words are only logged */
export async function tradeCode(
  platform: Platform,
  provider: Provider,
  { address, state, verifier, nonce }: Returned,
): Promise<{ person: ExternalPerson; tokens: ProviderTokens }> {
  try {
    const client = await clientAt(platform, provider)
    const traded = await authorizationCodeGrant(client, address, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = traded.claims()
    // The library checks `azp` only for several audiences.
    if (claims?.azp !== undefined && claims.azp !== provider.clientId)
      throw new Error('The id token was made for another program.')
    const { access_token: token, refresh_token: refresh } = answer.parse(traded)
    const person = readPerson(claims, provider)
    return {
      person: person.email === '' ? await askMore(client, provider, token, person) : person,
      tokens: { provider_token: token, ...(refresh ? { provider_refresh_token: refresh } : {}) },
    }
  } catch (error) {
    platform.log.warn({ provider: provider.name, reason: reasonOf(error) }, 'A provider’s answer could not be used')
    throw refuse('unexpected_failure', 'Unable to exchange external code')
  }
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
  const given = claims as Record<string, unknown>
  return {
    providerId: sub,
    email,
    emailVerified: emailVerified && email !== '',
    data: metadata.parse(data),
    claims: given,
  }
}

/** @throws Error for another subject. Some issuers keep the address out of the id token */
async function askMore(
  client: Configuration,
  provider: Provider,
  accessToken: string,
  person: ExternalPerson,
): Promise<ExternalPerson> {
  if (!client.serverMetadata().userinfo_endpoint) return person
  return readPerson(await fetchUserInfo(client, accessToken, person.providerId), provider)
}
