import { type RawBuilder, sql } from 'kysely'
import type { EventName } from '#shared/event-catalogue.ts'

export type EmittedEvent = {
  name: string
  workspaceId: string | null
  payload: string
  at: Date
  jobs: { kind: string; lane: string | null }[]
}

export function saveEvents(all: EmittedEvent[]): RawBuilder<unknown> {
  const jobs = all.flatMap(({ payload, at, jobs: theirs }) => theirs.map(job => ({ ...job, payload, at })))
  const events = sql`insert into private.events (name, workspace_id, payload, at)
    select name, workspace, payload::jsonb, at from unnest(${all.map(one => one.name)}::text[], ${all.map(one => one.workspaceId)}::uuid[],
      ${all.map(one => one.payload)}::text[], ${all.map(one => one.at)}::timestamptz[]) with ordinality as e (name, workspace, payload, at, n) order by n`
  if (jobs.length === 0) return events
  return sql`with saved as (${events})
    insert into private.jobs (kind, lane, payload, run_at, created_at)
    select kind, lane, payload::jsonb, at, at from unnest(${jobs.map(one => one.kind)}::text[], ${jobs.map(one => one.lane)}::text[],
      ${jobs.map(one => one.payload)}::text[], ${jobs.map(one => one.at)}::timestamptz[]) with ordinality as j (kind, lane, payload, at, n) order by n`
}

/** Saves an event for each non-null `payload` that `found` (which may write) returns at commit. */
export function saveFound(name: EventName, found: RawBuilder<unknown>, at: Date): RawBuilder<unknown> {
  return sql`with found as (${found}) insert into private.events (name, workspace_id, payload, at)
    select ${name}::text, (payload ->> 'workspace_id')::uuid, payload, ${at}::timestamptz from found where payload is not null`
}
