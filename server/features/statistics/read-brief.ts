import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Brief } from '#shared/contracts/brief.results.ts'
import { intentOpenDays } from '#shared/rules/bot/may-settle.ts'
import { addDays } from '#shared/rules/time/calendar-days.ts'
import { figuresOf } from './figures.ts'
import { readDays, readToday } from './read-statistics.ts'

const nightBegins = 21
const nightHours = 10
const listedQuestions = 2

/** From stored counts, never from messages. */
export async function readBrief(platform: Platform, { workspaceId }: Caller): Promise<Brief> {
  const now = platform.clock.now()
  return platform.db.asReader(workspaceId, async tx => {
    const { today, time_zone } = await readToday(tx, workspaceId, now)
    const days = await readDays(tx, workspaceId, time_zone, { from: addDays(today, -6), to: today })
    const week = figuresOf(days)
    const since = figuresOf(days.filter(({ day }) => day === today))
    const asks = await countAsks(tx, workspaceId, time_zone, today)
    const booked = await countBooked(tx, workspaceId, time_zone, today)
    const { conversations, began, ...waits } = await readWaiting(tx, workspaceId, time_zone, today)
    return {
      night: await readNight(tx, workspaceId, time_zone, now),
      began,
      today: {
        conversations,
        booked: booked.today,
        answered: since.answered,
        handed_over: since.handed_over,
        unanswered: asks.today,
      },
      week: {
        booked: booked.week,
        answered: week.answered,
        resolution: week.resolution,
        response_median_ms: week.response_median_ms,
        handed_over: week.handed_over,
        unanswered: asks.week,
      },
      ...waits,
      messages: await readMessages(tx, workspaceId, now),
    }
  })
}

type Hour = { at: Date; answered: number; handed_over: number; unanswered: number }

async function readNight(tx: Tx, workspaceId: string, zone: string, now: Date): Promise<Brief['night']> {
  // Hours are UTC: in half-hour zones the night begins half an hour early.
  const { rows } = await sql<Hour>`with shop as (select ${now}::timestamptz at time zone ${zone} as here),
    night as (select date_trunc('hour', (date_trunc('day', here) + case when extract(hour from here) >= ${nightBegins}
      then ${nightBegins}::int * interval '1 hour' else (${nightBegins}::int - 24) * interval '1 hour' end) at time zone ${zone}, 'UTC') as start from shop),
    counted as (select h.hour as at, sum(h.answered)::int as answered, sum(h.handed_over)::int as handed_over
      from private.statistics_hourly h, night where h.workspace_id = ${workspaceId}
      and h.hour >= start and h.hour < start + ${nightHours}::int * interval '1 hour' group by 1),
    asked as (select date_trunc('hour', k.asked_at, 'UTC') as at, count(*)::int as unanswered from unanswered_asks k, night
      where k.workspace_id = ${workspaceId} and k.asked_at >= start and k.asked_at < start + ${nightHours}::int * interval '1 hour' group by 1)
    select start + n * interval '1 hour' as at, coalesce(answered, 0) as answered, coalesce(handed_over, 0) as handed_over,
      coalesce(unanswered, 0) as unanswered
    from night cross join generate_series(0, ${nightHours}::int - 1) n
    left join counted on counted.at = start + n * interval '1 hour' left join asked on asked.at = start + n * interval '1 hour'
    order by 1`.execute(tx)
  const hours = rows.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }))
  const from = rows[0]?.at ?? now
  const to = new Date(from.getTime() + nightHours * 3_600_000)
  return { from: from.toISOString(), to: to.toISOString(), running: now < to, hours }
}

async function countAsks(tx: Tx, workspaceId: string, zone: string, today: string) {
  const { rows } = await sql<{ week: number; today: number }>`select count(*)::int as week,
      count(*) filter (where asked_at >= (${today}::date::timestamp at time zone ${zone}))::int as today from unanswered_asks
    where workspace_id = ${workspaceId} and asked_at >= (${addDays(today, -6)}::date::timestamp at time zone ${zone})`.execute(
    tx,
  )
  return rows[0] ?? { week: 0, today: 0 }
}

/** Requests wait and proposals are answered for `intentOpenDays` each: older ones have no index to be found by. */
async function countBooked(tx: Tx, workspaceId: string, zone: string, today: string) {
  const { rows } = await sql<{ week: number; today: number }>`select count(*)::int as week,
      count(*) filter (where settled_at >= (${today}::date::timestamp at time zone ${zone}))::int as today from intents
    where workspace_id = ${workspaceId} and kind = 'booking' and state = 'confirmed'
      and created_at >= (${addDays(today, -7 - 2 * intentOpenDays)}::date::timestamp at time zone ${zone})
      and settled_at >= (${addDays(today, -6)}::date::timestamp at time zone ${zone})`.execute(tx)
  return rows[0] ?? { week: 0, today: 0 }
}

type Waiting = Pick<Brief, 'questions' | 'disagreements' | 'waiting_sources' | 'photo_lines'> & {
  began: string | null
  conversations: number
}

async function readWaiting(tx: Tx, workspaceId: string, zone: string, today: string): Promise<Waiting> {
  const { rows } = await sql<{
    began: Date | null
    conversations: number
    open: number
    latest: string[] | null
    disagreements: number
    waiting_sources: number
    lines_open: number
    photos: string[] | null
  }>`select
    (select min(hour) from private.statistics_hourly where workspace_id = ${workspaceId}) as began,
    -- The last message is no older than the last inbound one, and has an index.
    (select count(*)::int from conversations where workspace_id = ${workspaceId}
      and last_message_at >= (${today}::date::timestamp at time zone ${zone})
      and last_inbound_at >= (${today}::date::timestamp at time zone ${zone})) as conversations,
    (select count(*)::int from unanswered_questions where workspace_id = ${workspaceId} and status = 'open') as open,
    (select array_agg(question) from (select question from unanswered_questions
      where workspace_id = ${workspaceId} and status = 'open' order by last_asked_at desc, id limit ${listedQuestions}) q) as latest,
    (select count(*)::int from (select distinct least(source_id, other_source_id), greatest(source_id, other_source_id)
      from source_overlaps where workspace_id = ${workspaceId} and kind = 'differs') d) as disagreements,
    (select count(*)::int from sources where workspace_id = ${workspaceId} and status = 'waiting') as waiting_sources,
    lines.* from (select coalesce(sum(lines_open), 0)::int as lines_open, array_agg(id) as photos from sources
      where workspace_id = ${workspaceId} and status = 'processed' and lines_open > 0) lines`.execute(tx)
  const [row] = rows
  return {
    began: row?.began?.toISOString() ?? null,
    conversations: row?.conversations ?? 0,
    questions: { open: row?.open ?? 0, latest: row?.latest ?? [] },
    disagreements: row?.disagreements ?? 0,
    waiting_sources: row?.waiting_sources ?? 0,
    photo_lines: { open: row?.lines_open ?? 0, source_id: row?.photos?.length === 1 ? (row.photos[0] ?? null) : null },
  }
}

async function readMessages(tx: Tx, workspaceId: string, now: Date): Promise<Brief['messages']> {
  const { rows } = await sql<{ used: number; hard_limit: number | null; period_end: Date | null }>`
    select used, hard_limit, period_end from usage_counters where workspace_id = ${workspaceId} and metric = 'messages'
      and period_start <= ${now} and (period_end is null or period_end > ${now}) order by period_start desc limit 1`.execute(
    tx,
  )
  const [row] = rows
  return row ? { used: row.used, limit: row.hard_limit, end: row.period_end?.toISOString() ?? null } : null
}
