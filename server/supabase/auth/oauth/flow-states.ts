import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Rows } from '#shared/rows.ts'
import { browserOf, isBrowser, isNavigation } from '#platform/http/browser-cookie.ts'

const lifeMs = minutes(5)

export type Flow = Omit<Selectable<Rows['auth.flow_states']>, 'state_hash' | 'expires_at' | 'created_at'>

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
 * @returns undefined for an unknown, used, old or foreign state. Only a navigation in the browser that started may finish it: else an
 * attacker could sign its owner in to a foreign account, or link the owner's identity to one. A PKCE verifier binds it already.
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

/** Derived from the state, so not stored. */
export function secretsOf(platform: Platform, state: string): { nonce: string; verifier: string } {
  const key = platform.tokens.secretFor('oauth flow')
  const make = (use: string) => createHmac('sha256', key).update(`${use} ${state}`).digest('base64url')
  return { nonce: make('nonce'), verifier: make('verifier') }
}
