import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { refuse } from '../auth-error.ts'
import { pkceGrant } from './auth-codes.ts'
import { limitPeer } from '../auth-limits.ts'
import { passwordGrant } from '../passwords/password-grant.ts'
import { refreshGrant } from './refresh-grant.ts'
import { requireHuman } from '../sign-up/require-human.ts'

const grants = { password: passwordGrant, refresh_token: refreshGrant, pkce: pkceGrant }

export async function token(platform: Platform, request: FastifyRequest): Promise<SessionAnswer> {
  const { grant_type: name } = request.query as { grant_type?: unknown }
  if (name === 'web3') throw refuse('web3_provider_disabled', 'Web3 provider is disabled')
  const grant = Object.entries(grants).find(([known]) => known === name)?.[1]
  if (!grant) throw refuse('invalid_credentials', 'unsupported_grant_type')
  await limitPeer(platform, request, 'token')
  if (name === 'password') await requireHuman(platform, request)
  return grant(platform, request)
}
