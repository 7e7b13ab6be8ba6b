import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { browserOf, isBrowser, isNavigation } from '#platform/http/browser-cookie.ts'

const lifeMs = minutes(5)

export type Flow = {
  provider: string
  browser_hash: string
  redirect_to: string
  code_challenge: string | null
  /** The account that gets a further way in, and by which session; null for a plain sign-in. */
  user_id: string | null
  session_id: string | null
}

/** @returns the state that travels to the provider and back */
export async function saveFlow(platform: Platform, flow: Flow): Promise<string> {
  const state = randomUUID()
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from auth.flow_states where expires_at <= ${now}`.execute(tx)
    await sql`insert into auth.flow_states (state_hash, provider, browser_hash, redirect_to, code_challenge, user_id, session_id,
        expires_at, created_at)
      values (${hashSecret(state)}, ${flow.provider}, ${flow.browser_hash}, ${flow.redirect_to}, ${flow.code_challenge},
        ${flow.user_id}, ${flow.session_id}, ${after(now, lifeMs)}, ${now})`.execute(tx)
  })
  return state
}

/**
 * Takes a flow up again, once. Nobody can make another browser finish it: that would sign its owner in to a foreign account,
 * or give a foreign account the owner's identity. So it must be the browser that set out, and be on its way: a page that shows
 * the address as a picture or a frame finishes nothing, in whichever browser. A sign-in with a challenge is bound by the
 * verifier already, which the browser that set out alone has. A program has no cookies and nobody to deceive.
 * @returns undefined for an unknown, used, old or foreign state; a foreign one stays as it is
 */
export async function takeFlow(platform: Platform, request: FastifyRequest, state: string): Promise<Flow | undefined> {
  const isProgram = !isBrowser(request)
  if (!isProgram && !isNavigation(request)) return undefined
  const here = browserOf(platform.config, request) ?? null
  const { rows } = await platform.db.asService(null, tx =>
    sql<Flow & { expires_at: Date }>`delete from auth.flow_states where state_hash = ${hashSecret(state)}
      and (browser_hash = ${here} or ${isProgram} or (code_challenge is not null and user_id is null))
      returning provider, browser_hash, redirect_to, code_challenge, user_id, session_id, expires_at`.execute(tx),
  )
  const flow = rows[0]
  return flow && flow.expires_at > platform.clock.now() ? flow : undefined
}

/** What the provider must give back in its token, and what only we can show it: made of the state, so kept nowhere. */
export function secretsOf(platform: Platform, state: string): { nonce: string; verifier: string } {
  const key = platform.tokens.secretFor('oauth flow')
  const make = (use: string) => createHmac('sha256', key).update(`${use} ${state}`).digest('base64url')
  return { nonce: make('nonce'), verifier: make('verifier') }
}
