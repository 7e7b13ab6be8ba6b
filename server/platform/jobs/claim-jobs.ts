import { type RawBuilder, sql } from 'kysely'
import { after, seconds } from '../clock.ts'

// Waiting and claimed jobs have separate indexes: waiting ones are found by time, and few are claimed.

export const leaseMs = seconds(8)

export type Job = { id: number; kind: string; lane: string | null; payload: unknown; attempts: number }

/** Only the head of a lane may be claimed. `still`: what runs here, whatever its lease says. */
export function claimDue(worker: string, now: Date, still: number[], limit: number): RawBuilder<Job> {
  const free = sql`run_at <= ${now} and (lane is null or not exists (
      select from private.jobs other where other.lane = j.lane and other.id <> j.id
        and ((other.worker is not null and other.lease_until >= ${now})
          or (other.id < j.id and (other.run_at <= ${now} or other.attempts > 0)))))
    order by run_at, id limit ${limit} for update skip locked`
  return sql<Job>`
    with lost as (
      select id from private.jobs j where worker is not null and lease_until < ${now} and id <> all (${still}::bigint[]) and ${free}
    ), due as (select id from private.jobs j where worker is null and ${free})
    update private.jobs set worker = ${worker}, lease_until = ${after(now, leaseMs)}, attempts = attempts + 1
    where id in (select id from lost union all select id from due limit ${limit})
    returning id, kind, lane, payload, attempts`
}

export function strikeOff(worker: string, ids: number[]): RawBuilder<unknown> {
  return sql`delete from private.jobs where id = any (${ids}::bigint[]) and worker = ${worker}`
}

export function nextDue(worker: string, now: Date): RawBuilder<{ at: Date | null; held: boolean }> {
  return sql`select least((select min(run_at) from private.jobs where worker is null and run_at > ${now}), others.at) as at,
      others.held or exists (select from private.jobs where worker is null and run_at <= ${now}) as held
    from (
      select min(case when lease_until > ${now} then lease_until when run_at > ${now} then run_at end) as at,
        coalesce(bool_or(lease_until <= ${now} and run_at <= ${now}), false) as held
      from private.jobs where worker is not null and worker <> ${worker}) others`
}
