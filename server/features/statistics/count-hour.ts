import { type RawBuilder, sql } from 'kysely'
import { responseSpans } from '#shared/rules/time/response-times.ts'

const counters = [
  'received',
  'positive',
  'neutral',
  'negative',
  'opened',
  'answered',
  'replied',
  'handed_over',
  'settled',
  'resolved',
  'response_ms',
  'responses',
] as const
export type Counter = (typeof counters)[number]

/** A part for each connection, so that nobody waits for another's commit. */
export const connectionPart = sql`pg_backend_pid() % 64`
export const timersPart = sql`64`
export const laterPart = sql`65`

/** `from`: rows with `workspace_id`, `channel_id`, `at`; `counts`: what each adds; `waited`: ms, for replies. */
export function countHours(
  from: RawBuilder<unknown>,
  counts: Partial<Record<Counter, RawBuilder<unknown>>>,
  options: { part?: RawBuilder<unknown>; waited?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { waited, part = connectionPart } = options
  const values = { ...counts, ...(waited ? waitedCounts(waited) : {}) }
  const names = counters.filter(name => values[name])
  const columns = sql.join(names.map(name => sql.ref(name)))
  const sums = sql.join(names.map(name => sql`sum(${values[name]})`))
  const spread = waited ? sql`private.sum_counts(${spreadOf(waited)})` : sql`'{}'::int[]`
  const added = sql.join(names.map(name => sql`${sql.ref(name)} = h.${sql.ref(name)} + excluded.${sql.ref(name)}`))
  const more = waited ? sql`, response_spread = private.add_counts(h.response_spread, excluded.response_spread)` : sql``
  return sql`insert into private.statistics_hourly as h (workspace_id, hour, channel_id, part, ${columns}, response_spread)
    select workspace_id, date_trunc('hour', at, 'UTC'), channel_id, ${part}, ${sums}, ${spread} from ${from}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace_id, hour, channel_id, part) do update set ${added}${more}`
}

function waitedCounts(waited: RawBuilder<unknown>): Partial<Record<Counter, RawBuilder<unknown>>> {
  return { response_ms: sql`coalesce(${waited}, 0)`, responses: sql`(${waited} is not null)::int` }
}

/** A one in its span's place, zeros below. */
function spreadOf(waited: RawBuilder<unknown>): RawBuilder<unknown> {
  const bounds = sql.raw(`'{${responseSpans.join(',')}}'::bigint[]`)
  return sql`case when ${waited} is not null then array_fill(0, array[width_bucket(${waited}, ${bounds})]) || 1 end`
}

/** Milliseconds since the customer's first message after our last one; null if nobody waited. Reads back over that burst only. */
export function waitedFor(reply: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select case when count(*) > 0 then greatest(floor(extract(epoch from ${reply}.created_at - min(m.created_at)) * 1000), 0)::bigint end from messages m
    where m.conversation_id = ${reply}.conversation_id and m.direction = 'in' and m.seq < ${reply}.seq and m.seq > coalesce((
      select o.seq from messages o where o.conversation_id = ${reply}.conversation_id and o.seq < ${reply}.seq and o.direction = 'out'
        and o.author in ('bot', 'member') order by o.seq desc limit 1), 0))`
}

export const paidFor = sql`a.reply_id is not null and a.silent_reason is null and a.trace->>'rule' is distinct from 'outside_hours'`
