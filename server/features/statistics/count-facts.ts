import { sql } from 'kysely'
import { atCommit, atCommitLate, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { type Counter, countHours, waitedFor } from './count-hour.ts'
import { answeringActs, leaveUnresolved, openResolution } from './resolutions.ts'

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
  if (!event.charged) return
  const { channel_id: channelId, seq, at } = event.charged
  // What the turn knows is not read again; `offset 0`: the waiting time is found once, not for each of its uses.
  const fact = sql`(select workspace_id, channel_id, created_at as at, ${waitedFor(sql`r`)} as waited
    from (values (${event.workspace_id}::uuid, ${channelId}::uuid, ${event.conversation_id}::uuid, ${seq}::bigint, ${at}::timestamptz))
      as r (workspace_id, channel_id, conversation_id, seq, created_at) offset 0) as fact`
  const isSettled = event.act !== 'smalltalk' && !answeringActs.includes(event.act)
  const counted = countHours(fact, { answered: sql`1`, ...(isSettled && { settled: sql`1` }) }, { waited: sql`waited` })
  const isOpen = answeringActs.includes(event.act)
  atCommit(tx, isOpen ? sql`with opened as (${openResolution(event, event.charged)}) ${counted}` : counted)
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
