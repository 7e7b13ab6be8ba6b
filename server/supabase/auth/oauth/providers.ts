import type { Config } from '#server/config.ts'
import { refuse } from '../auth-error.ts'

export type Provider = {
  name: string
  title: string
  clientId: string
  clientSecret: string
  issuer: string
  scopes: string[]
  /** For an issuer whose discovery document names none. */
  tokenEndpoint?: string
  /** A workspace typed the issuer: public addresses only. */
  isForeign?: true
}

const facebook = 'https://www.facebook.com'

export function providersOf(config: Config): Provider[] {
  const all: Provider[] = [
    {
      name: 'google',
      title: 'Google',
      clientId: config.OAUTH_GOOGLE_CLIENT_ID,
      clientSecret: config.OAUTH_GOOGLE_CLIENT_SECRET,
      issuer: config.OAUTH_GOOGLE_ISSUER_URL,
      scopes: ['openid', 'email', 'profile'],
    },
    {
      name: 'facebook',
      title: 'Facebook',
      clientId: config.OAUTH_FACEBOOK_CLIENT_ID,
      clientSecret: config.OAUTH_FACEBOOK_CLIENT_SECRET,
      issuer: config.OAUTH_FACEBOOK_ISSUER_URL,
      scopes: ['openid', 'email', 'public_profile'],
      ...(config.OAUTH_FACEBOOK_ISSUER_URL === facebook
        ? { tokenEndpoint: 'https://graph.facebook.com/oauth/access_token' }
        : {}),
    },
    {
      name: 'custom:oidc',
      title: config.OAUTH_OIDC_NAME,
      clientId: config.OAUTH_OIDC_CLIENT_ID,
      clientSecret: config.OAUTH_OIDC_CLIENT_SECRET,
      issuer: config.OAUTH_OIDC_ISSUER_URL,
      scopes: ['openid', 'email', 'profile'],
    },
  ]
  return all.filter(({ clientId, clientSecret, issuer }) => clientId && clientSecret && issuer)
}

export function findProvider(config: Config, name: unknown): Provider {
  const provider = providersOf(config).find(one => one.name === name)
  if (!provider) throw refuse('validation_failed', 'Unsupported provider: provider is not enabled')
  return provider
}
