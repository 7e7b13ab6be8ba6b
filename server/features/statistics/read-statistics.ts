import type { ChannelKind, ChannelStatus } from '#shared/words.ts'
import type { statisticsQuery } from '#shared/contracts/statistics.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { addDays, daysIn } from '#shared/rules/time/calendar-days.ts'
import { type IntentKind, intentKinds } from '#shared/words.ts'
import { figuresOf, type HourSums } from './figures.ts'
import { rangeBefore, type Step, stepsOf } from './steps.ts'

const maxDays = 400
const questionsShown = 5

type DaySums = HourSums & { day: string; channel_id: string }

/**
 * Days in the workspace's zone, default the last seven.
 * @throws request.invalid if reversed or over 400 days
 */
export async function readStatistics(platform: Platform, caller: Caller, query: z.output<typeof statisticsQuery>) {
  const { workspaceId } = caller
  return platform.db.asReader(workspaceId, async tx => {
    const { today, time_zone } = await readToday(tx, workspaceId, platform.clock.now())
    const to = query.to ?? today
    const range = { from: query.from ?? addDays(to, -6), to }
    if (range.from > range.to || daysIn(range) > maxDays) throw failure('request.invalid')
    const previous = rangeBefore(range)
    const days = await readDays(tx, workspaceId, time_zone, { from: previous.from, to }, query.channel)
    const within = (step: Step) => days.filter(one => one.day >= step.from && one.day <= step.to)
    return {
      ...range,
      previous,
      granularity: query.granularity,
      time_zone,
      today,
      figures: figuresOf(within(range)),
      before: figuresOf(within(previous)),
      steps: stepsOf(range, query.granularity).map(step => {
        const shifted = { from: addDays(step.from, -daysIn(range)), to: addDays(step.to, -daysIn(range)) }
        const rows = within(step)
        return {
          ...step,
          ...figuresOf(rows),
          channels: perChannel(rows),
          before: figuresOf(within(shifted)),
        }
      }),
      activity: await readActivity(tx, workspaceId, time_zone, range, query.channel),
      channels: await readChannels(tx, workspaceId, perChannel(within(range))),
      intents: await readIntents(tx, workspaceId, time_zone, range, query.channel),
      unanswered: await readUnanswered(tx, workspaceId, time_zone, range),
      counting: await isCounting(tx, workspaceId),
    }
  })
}

/** @throws request.not_found. In the workspace's time zone, as `YYYY-MM-DD` */
export async function readToday(tx: Tx, workspaceId: string, now: Date): Promise<{ today: string; time_zone: string }> {
  const { rows } = await sql<{ today: string; time_zone: string }>`select time_zone,
    to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today from workspaces where id = ${workspaceId}`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw failure('request.not_found')
  return found
}

function hoursOf(workspaceId: string, zone: string, range: Step, channel: string | undefined) {
  return sql`h.workspace_id = ${workspaceId} and h.hour >= (${range.from}::date::timestamp at time zone ${zone})
    and h.hour < ((${range.to}::date + 1)::timestamp at time zone ${zone})
    and (${channel ?? null}::uuid is null or h.channel_id = ${channel ?? null}::uuid)`
}

export async function readDays(tx: Tx, workspaceId: string, zone: string, range: Step, channel?: string) {
  const { rows } =
    await sql<DaySums>`select to_char(h.hour at time zone ${zone}, 'YYYY-MM-DD') as day, h.channel_id, sum(received)::int as received,
      sum(positive)::int as positive, sum(neutral)::int as neutral, sum(negative)::int as negative, sum(opened)::int as opened,
      sum(answered)::int as answered, sum(replied)::int as replied, sum(handed_over)::int as handed_over, sum(settled)::int as settled,
      sum(resolved)::int as resolved, sum(response_ms)::float8 as response_ms, sum(responses)::int as responses,
      private.sum_counts(response_spread) as response_spread
    from private.statistics_hourly h where ${hoursOf(workspaceId, zone, range, channel)} group by 1, 2 order by 1, 2`.execute(
      tx,
    )
  return rows
}

function perChannel(rows: DaySums[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { channel_id, answered, replied } of rows) sums[channel_id] = (sums[channel_id] ?? 0) + answered + replied
  return sums
}

/** Seven days from Monday, of 24 hours each. */
async function readActivity(tx: Tx, workspaceId: string, zone: string, range: Step, channel: string | undefined) {
  const { rows } = await sql<{ weekday: number; hour: number; count: number }>`
    select extract(isodow from h.hour at time zone ${zone})::int as weekday, extract(hour from h.hour at time zone ${zone})::int as hour,
      sum(received + answered + replied)::int as count
    from private.statistics_hourly h where ${hoursOf(workspaceId, zone, range, channel)} group by 1, 2`.execute(tx)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, count } of rows) week[weekday - 1]![hour] = count
  return week
}

/** They add up to `opened`. A proposal is no agreement before the customer has said yes and somebody has confirmed it. */
const noIntents = { agreed: 0, proposed: 0, waiting: 0, declined: 0, expired: 0 }

async function readIntents(tx: Tx, workspaceId: string, zone: string, range: Step, channel: string | undefined) {
  const { rows } = await sql<{ kind: IntentKind; opened: number } & typeof noIntents>`
    select i.kind, count(*)::int as opened, (count(*) filter (where i.state = 'confirmed'))::int as agreed,
      (count(*) filter (where i.state = 'changed'))::int as proposed, (count(*) filter (where i.state = 'open'))::int as waiting,
      (count(*) filter (where i.state = 'declined'))::int as declined, (count(*) filter (where i.state = 'expired'))::int as expired
    from intents i join conversations v on v.workspace_id = i.workspace_id and v.id = i.conversation_id
    where i.workspace_id = ${workspaceId} and i.created_at >= (${range.from}::date::timestamp at time zone ${zone})
      and i.created_at < ((${range.to}::date + 1)::timestamp at time zone ${zone})
      and (${channel ?? null}::uuid is null or v.channel_id = ${channel ?? null}::uuid)
    group by i.kind`.execute(tx)
  return intentKinds.map(kind => rows.find(row => row.kind === kind) ?? { kind, opened: 0, ...noIntents })
}

async function readChannels(tx: Tx, workspaceId: string, replies: Record<string, number>) {
  const { rows } = await sql<{
    id: string
    kind: ChannelKind
    account_id: string
    hosted: boolean
    place: string | null
    name: string
    status: ChannelStatus
  }>`select id, kind, account_id, hosted, place, name, status
    from channels where workspace_id = ${workspaceId} and (status <> 'disconnected' or id = any (${Object.keys(replies)}::uuid[]))
    order by created_at, id`.execute(tx)
  return rows.map(row => ({ ...row, responses: replies[row.id] ?? 0 }))
}

async function readUnanswered(tx: Tx, workspaceId: string, zone: string, range: Step) {
  const { rows } = await sql<{ id: string; question: string; count: number }>`
    select q.id, q.question, count(*)::int as count from unanswered_asks k
    join unanswered_questions q on q.workspace_id = k.workspace_id and q.id = k.question_id
    where k.workspace_id = ${workspaceId} and q.status = 'open' and k.asked_at >= (${range.from}::date::timestamp at time zone ${zone})
      and k.asked_at < ((${range.to}::date + 1)::timestamp at time zone ${zone})
    group by q.id, q.question order by 3 desc, max(k.asked_at) desc, q.id limit ${questionsShown}`.execute(tx)
  return rows
}

async function isCounting(tx: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`select from private.statistics_backlog where workspace_id = ${workspaceId}`.execute(tx)
  return rows.length > 0
}
