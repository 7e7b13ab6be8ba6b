import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { HealthAnswer, SettingsAnswer } from './auth.results.ts'
import { providersOf } from './oauth/providers.ts'
import { relyingParty } from './passkeys/relying-party.ts'

export async function authSettings({ config }: Platform): Promise<SettingsAnswer> {
  return {
    external: {
      email: config.AUTH_EMAIL,
      phone: false,
      google: false,
      facebook: false,
      ...Object.fromEntries(providersOf(config).map(({ name }) => [name, true])),
      anonymous_users: false,
    },
    disable_signup: !config.AUTH_SIGNUP,
    mailer_autoconfirm: config.AUTH_AUTOCONFIRM,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: relyingParty(config) !== undefined,
  }
}

export async function authHealth({ config }: Platform): Promise<HealthAnswer> {
  return { version: 'v1', name: config.BRAND_NAME, description: 'Sign-in' }
}

export async function jwks(platform: Platform, _request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=600')
  return platform.tokens.jwks()
}
