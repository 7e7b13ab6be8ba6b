import { sql } from 'kysely'
import { atCommit, atCommitLate, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { type Counter, countHours, paidFor, waitedFor } from './count-hour.ts'
import { leaveUnresolved, openResolution } from './resolutions.ts'

// Each is one statement at its event's commit and locks no other transaction's row.

export async function countReceived(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
): Promise<void> {
  countOf(platform, tx, event, ['received', event.sentiment])
}

export async function countOpened(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['conversation.opened'],
): Promise<void> {
  countOf(platform, tx, event, ['opened'])
}

type Facts = { channelId: string; counters: Counter[] }
const counted = new WeakMap<Tx, Facts>()

function countOf(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, channel_id: channelId }: { workspace_id: string; channel_id: string },
  counters: Counter[],
): void {
  const known = counted.get(tx)
  if (known?.channelId === channelId && !known.counters.some(one => counters.includes(one))) {
    known.counters.push(...counters)
    return
  }
  const now = platform.clock.now()
  const facts: Facts = { channelId, counters: [...counters] }
  counted.set(tx, facts)
  atCommitLate(tx, () => {
    const fact = sql`(values (${workspaceId}::uuid, ${channelId}::uuid, ${now}::timestamptz)) as fact (workspace_id, channel_id, at)`
    return countHours(fact, Object.fromEntries(facts.counters.map(one => [one, sql`1`])))
  })
}

/** Only replies charged to the plan, not out-of-hours or over-limit notices. */
export async function countAnswer(_: Platform, tx: Tx, event: EventCatalogue['answer.made']): Promise<void> {
  // By key, and each once: a plan made for few answers is kept.
  const answers = sql`(select a.workspace_id, reply.channel_id, a.created_at as at, reply.waited
    from answers a cross join lateral (select r.channel_id, ${waitedFor(sql`r`)} as waited from messages r
      where r.workspace_id = a.workspace_id and r.id = a.reply_id offset 0) reply
    where a.workspace_id = ${event.workspace_id} and a.id = ${event.answer_id} and ${paidFor}) as fact`
  atCommit(tx, countHours(answers, { answered: sql`1` }, { waited: sql`waited` }))
  openResolution(tx, event)
}

export async function countReply(platform: Platform, tx: Tx, event: EventCatalogue['message.sent']): Promise<void> {
  if (event.author !== undefined && event.author !== 'member') return
  const now = platform.clock.now()
  const replies = sql`(select r.workspace_id, r.channel_id, ${now}::timestamptz as at, ${waitedFor(sql`r`)} as waited
    from messages r where r.workspace_id = ${event.workspace_id} and r.id = ${event.message_id} and r.author = 'member') as fact`
  atCommit(tx, countHours(replies, { replied: sql`1` }, { waited: sql`waited` }))
  leaveUnresolved(
    tx,
    event,
    now,
    sql`exists (select from messages r where r.workspace_id = ${event.workspace_id} and r.id = ${event.message_id} and r.author = 'member')`,
  )
}

export async function countHandOver(platform: Platform, tx: Tx, event: EventCatalogue['person.wanted']): Promise<void> {
  const now = platform.clock.now()
  const fact = sql`(select workspace_id, channel_id, ${now}::timestamptz as at from conversations
    where workspace_id = ${event.workspace_id} and id = ${event.conversation_id}) as fact`
  atCommit(tx, countHours(fact, { handed_over: sql`1` }))
  leaveUnresolved(tx, event, now)
}
