import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { issueAuthCode } from '../sessions/auth-codes.ts'
import { check, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { type RedirectParts, buildRedirect, sessionFragment } from '../email-links/build-redirect.ts'
import { openSession, sessionAnswer } from '../sessions/open-session.ts'
import { callbackOf } from './authorize.ts'
import { accountOf, type Arrival } from './external-account.ts'
import { type Flow, secretsOf, takeFlow } from './flow-states.ts'
import { clientAt } from './issuer.ts'
import { findProvider, type Provider } from './providers.ts'
import { ProviderRefusal, withError } from './redirect-back.ts'
import { tradeCode } from './trade-code.ts'
import { askForProof } from './waiting-identities.ts'

const field = optionalText.pipe(z.string().max(4096))
export const callbackAnswer = z.object({
  code: field,
  state: field,
  error: field,
  error_description: field,
  iss: field,
})

type Answer = z.output<typeof callbackAnswer>

/** For providers that post: repeated as a GET, on which browsers send our cookie. */
export async function repeatCallback(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const given = check(callbackAnswer, request.body)
  return reply.redirect(addressOf(platform, given).href, 303)
}

export async function takeUpCallback(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const given = check(callbackAnswer, request.query)
  await limitPeer(platform, request, 'callback')
  const flow = given.state === '' ? undefined : await takeFlow(platform, request, given.state)
  if (!flow) {
    const unknown = refuse('bad_oauth_state', 'OAuth state not found or expired')
    return reply.redirect(withError(`${platform.config.publicUrl}/`, unknown), 303)
  }
  try {
    return reply.redirect(buildRedirect(flow.redirect_to, await signIn(platform, request, flow, given)), 302)
  } catch (error) {
    return reply.redirect(withError(flow.redirect_to, error), 302)
  }
}

async function signIn(platform: Platform, request: FastifyRequest, flow: Flow, given: Answer): Promise<RedirectParts> {
  const provider = findProvider(platform.config, flow.provider)
  if (given.error !== '') throw refusalOf(given)
  if (given.code === '') throw refuse('bad_oauth_callback', 'OAuth callback with missing authorization code')
  // A provider that names itself must be the one that was asked.
  if (given.iss !== '' && given.iss !== (await issuerOf(platform, provider)))
    throw refuse('bad_oauth_callback', 'OAuth callback from another issuer')
  const { person, tokens } = await tradeCode(platform, provider, {
    address: addressOf(platform, given),
    state: given.state,
    ...secretsOf(platform, given.state),
  })
  const arrival: Arrival = { provider: provider.name, person, flow }
  const taken = await platform.db.asService(null, async tx => {
    const user = await accountOf(platform, tx, arrival, request)
    if (user === 'unproven') return user
    if (!flow.code_challenge) return { opened: await openSession(platform, tx, user.id, 'oauth', request) }
    const code = { userId: user.id, challenge: flow.code_challenge, method: 'oauth' as const, providerTokens: tokens }
    return { code: await issueAuthCode(platform, tx, code) }
  })
  if (taken === 'unproven') throw await askForProof(platform, request, arrival)
  if ('code' in taken) return { query: { code: taken.code } }
  const session = await sessionAnswer(platform, taken.opened)
  return { fragment: { ...sessionFragment(session), ...tokens } }
}

async function issuerOf(platform: Platform, provider: Provider): Promise<string | undefined> {
  const client = await clientAt(platform, provider).catch(() => undefined)
  return client?.serverMetadata().issuer
}

function addressOf({ config }: Platform, given: Answer): URL {
  const address = callbackOf(config)
  for (const [name, value] of Object.entries(given)) if (value !== '') address.searchParams.set(name, value)
  return address
}

const oauthErrors = /^(access_denied|invalid_request|unauthorized_client|invalid_scope|temporarily_unavailable)$/

function refusalOf({ error, error_description: description }: Answer): ProviderRefusal {
  const words = description.replace(/[\p{C}]/gu, ' ').slice(0, 300)
  return new ProviderRefusal(oauthErrors.test(error) ? error : 'server_error', words || 'The provider refused')
}
