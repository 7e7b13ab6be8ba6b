import { type RawBuilder, sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

/** At most this often, and more rarely the longer counting takes. */
const countEvery = seconds(1)
const countedInASecond = 10_000

/** As Zalo reports each message: free after the customer's act, from the account's quota, or billed if it names none. */
const takenFrom = sql`case quota_type when 'reply' then 'free' when 'none' then 'billed' else 'quota' end`

export async function countNow(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  every = 0,
): Promise<void> {
  const now = platform.clock.now()
  await sql`update broadcasts set counted_at = ${now}, counters = (
      with counted as (
        select state, reason, count(*)::int as n, count(answered_at) filter (where not refused)::int as answered,
          count(*) filter (where refused)::int as refused, count(clicked_at)::int as clicked, variant, quota_type
        from private.broadcast_recipients where workspace_id = ${workspaceId} and broadcast_id = ${id} group by state, reason, variant, quota_type)
      select jsonb_build_object(
        'states', coalesce((select jsonb_object_agg(state, n) from (select state, sum(n)::int as n from counted group by state) s), '{}'),
        'reasons', coalesce((select jsonb_object_agg(reason, n) from (select reason, sum(n)::int as n from counted
          where reason is not null and state in ('waiting', 'skipped', 'failed') group by reason) r), '{}'),
        'variants', coalesce((select jsonb_object_agg(variant, t) from (select variant, jsonb_build_object('n', sum(n)::int, 'answered', sum(answered)::int, 'clicked', sum(clicked)::int) as t
          from counted where variant is not null and state in ('sent', 'delivered', 'read') group by variant) v), '{}'),
        'taken', coalesce((select jsonb_object_agg(taken, n) from (select ${takenFrom} as taken, sum(n)::int as n from counted
          where quota_type is not null group by 1) q), '{}'),
        'clicked', coalesce((select sum(clicked)::int from counted), 0), 'links', ${linksOf(workspaceId, id)},
        'answered', coalesce((select sum(answered)::int from counted), 0), 'refused', coalesce((select sum(refused)::int from counted), 0))
        || case when counters ? 'seen' then jsonb_build_object('seen', counters -> 'seen') else '{}' end)
    where workspace_id = ${workspaceId} and id = ${id} and (counted_at is null
      or ${every}::int = 0 or counted_at <= ${after(now, -every)}::timestamptz - (select coalesce(sum(value::int), 0) from jsonb_each_text(counters -> 'states'))
        * interval '1 second' / ${countedInASecond}::int)`.execute(tx)
}

export function countSometimes(platform: Platform, tx: Tx, place: { workspaceId: string; id: string }): Promise<void> {
  return countNow(platform, tx, place, countEvery)
}

function linksOf(workspaceId: string, id: string): RawBuilder<unknown> {
  const people = sql`select count(distinct k.recipient_id) from private.campaign_links o join private.link_codes k on k.link_id = o.id
    where o.workspace_id = ${workspaceId} and o.broadcast_id = ${id} and o.target = l.target and k.clicked_at is not null`
  return sql`coalesce((select jsonb_agg(jsonb_build_object('target', target, 'n', n) order by n desc, target) from (
    select l.target, (${people})::int as n from private.campaign_links l
    where l.workspace_id = ${workspaceId} and l.broadcast_id = ${id} group by l.target) l), '[]')`
}
