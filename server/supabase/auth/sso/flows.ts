import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { browserOf, isBrowser, isNavigation } from '#platform/http/browser-cookie.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Connection } from './connection.ts'

const lifeMs = minutes(10)

export type Tester = { personId: string; sessionId: string; aal: string }
export type Flow = { workspaceId: string; version: number; isTrial: boolean }

export async function saveFlow(
  platform: Platform,
  connection: Connection,
  browserHash: string,
  tester?: Tester,
): Promise<string> {
  const state = newSecret()
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from private.sso_flows where expires_at <= ${now}`.execute(tx)
    await sql`insert into private.sso_flows (state_hash, workspace_id, version, browser_hash, tester_id, session_id, aal, expires_at)
      values (${hashSecret(state)}, ${connection.workspace_id}, ${connection.version}, ${browserHash}, ${tester?.personId ?? null},
        ${tester?.sessionId ?? null}, ${tester?.aal ?? null}, ${after(now, lifeMs)})`.execute(tx)
  })
  return state
}

/**
 * Good once, in the browser that set out, as a page of its own: else somebody could be signed in as another. A trial counts while its
 * admin is signed in and still one.
 * @param id of the connection, from the return address: an answer that another provider sends does not fit
 */
export async function takeFlow(
  platform: Platform,
  request: FastifyRequest,
  { id, state }: { id: string; state: string },
): Promise<Flow | undefined> {
  const here = isBrowser(request) && !isNavigation(request) ? undefined : browserOf(platform.config, request)
  if (here === undefined || state === '') return undefined
  const now = platform.clock.now()
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ workspace_id: string; version: number; is_trial: boolean; in_time: boolean; may_try: boolean }>`
      with taken as (delete from private.sso_flows f using sso_connections c where f.state_hash = ${hashSecret(state)}
        and f.browser_hash = ${here} and c.workspace_id = f.workspace_id and c.id = ${id} returning f.*)
      select t.workspace_id, t.version, t.tester_id is not null as is_trial, t.expires_at > ${now} as in_time,
        t.tester_id is null or (auth.session_standing(t.session_id, t.tester_id, t.aal, ${now}) = 'live'
          and exists (select from members m where m.workspace_id = t.workspace_id and m.person_id = t.tester_id
            and m.role = 'admin' and m.status = 'active')) as may_try
      from taken t`.execute(tx),
  )
  const flow = rows[0]
  if (!flow?.in_time || !flow.may_try) return undefined
  return { workspaceId: flow.workspace_id, version: flow.version, isTrial: flow.is_trial }
}
