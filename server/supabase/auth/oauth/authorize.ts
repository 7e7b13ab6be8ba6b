import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildAuthorizationUrl } from 'openid-client'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Platform } from '#platform/platform.ts'
import { readBearer } from '../auth-bearer.ts'
import { check, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { pkceFields, readChallenge } from '../sessions/pkce.ts'
import { returnAddressOf } from '../email-links/return-address.ts'
import { requireSecondStep } from '../second-step/factors.ts'
import { saveFlow, secretsOf } from './flow-states.ts'
import { refuseLinking } from './unlink-identity.ts'
import { clientAt, reasonOf } from './issuer.ts'
import { knowBrowser } from '#platform/http/browser-cookie.ts'
import { pkceChallenge } from '#platform/secrets/pkce-challenge.ts'
import { findProvider, type Provider } from './providers.ts'
import { withError } from './redirect-back.ts'

export const authorizeQuery = z.object({ provider: optionalText, scopes: optionalText, ...pkceFields })

const reserved = new Set([
  ...['provider', 'redirect_to', 'scopes', 'code_challenge', 'code_challenge_method', 'skip_http_redirect', 'apikey'],
  ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce'],
  ...['request', 'request_uri', 'code_verifier'],
])
const maxExtraLength = 2000

export async function authorize(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = findProvider(platform.config, check(authorizeQuery, request.query).provider)
  await limitPeer(platform, request, 'authorize')
  try {
    return reply.redirect(await providerAddress(platform, request, reply, provider), 302)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== 'unexpected_failure') throw error
    return reply.redirect(withError(returnAddressOf(platform.config, request), error), 302)
  }
}

export async function authorizeLink(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ url: string } | FastifyReply> {
  const bearer = await readBearer(platform, request)
  refuseLinking(platform)
  requireSecondStep(bearer)
  const provider = findProvider(platform.config, check(authorizeQuery, request.query).provider)
  await limitPeer(platform, request, 'authorize')
  const owner = { user_id: bearer.user.id, session_id: bearer.sessionId }
  const url = await providerAddress(platform, request, reply, provider, owner)
  const { skip_http_redirect: skips } = request.query as { skip_http_redirect?: unknown }
  return skips === 'true' ? { url } : reply.redirect(url, 302)
}

async function providerAddress(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  owner?: { user_id: string; session_id: string },
): Promise<string> {
  const input = check(authorizeQuery, request.query)
  const challenge = readChallenge(input)
  const client = await clientAt(platform, provider).catch((error: unknown) => {
    platform.log.warn({ provider: provider.name, reason: reasonOf(error) }, 'A provider cannot be reached')
    throw refuse('unexpected_failure', 'Unable to reach the external provider', { status: 503, retryAfter: 10 })
  })
  const state = await saveFlow(platform, {
    provider: provider.name,
    browser_hash: knowBrowser(platform.config, request, reply),
    redirect_to: returnAddressOf(platform.config, request),
    code_challenge: challenge ?? null,
    user_id: owner?.user_id ?? null,
    session_id: owner?.session_id ?? null,
  })
  const { nonce, verifier } = secretsOf(platform, state)
  const asked = input.scopes.split(/[\s,]+/).filter(scope => /^[\w./:-]{1,200}$/.test(scope))
  const ours = {
    redirect_uri: callbackOf(platform.config).href,
    scope: [...new Set([...provider.scopes, ...asked])].join(' '),
    state,
    nonce,
    code_challenge: pkceChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const further = Object.fromEntries(extras(request.query as Record<string, unknown>))
  return buildAuthorizationUrl(client, { ...further, ...ours }).href
}

/** From the settings, never from a header. */
export function callbackOf(config: Config): URL {
  return new URL(`${config.publicUrl}/auth/v1/callback`)
}

function extras(given: Record<string, unknown>): [string, string][] {
  const passed = Object.entries(given).filter(
    (entry): entry is [string, string] => !reserved.has(entry[0]) && typeof entry[1] === 'string',
  )
  return passed.join('').length > maxExtraLength ? [] : passed
}
