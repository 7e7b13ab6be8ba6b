import { type RawBuilder, sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { openSince } from '#shared/rules/time/messaging-window.ts'
import { hold } from './hold-message.ts'
import { deliverLater } from './queue-delivery.ts'

type InChannel = { workspace_id: string; channel_id: string }

/** A job of its own: reconnecting holds the channel's row, which is locked after conversations. Windows are rechecked. */
export async function releaseHeld(platform: Platform, place: InChannel): Promise<void> {
  await platform.db.asService(place.workspace_id, async tx => {
    await release(tx, place, sql`held_reason = 'channel'`)
    const { rows } = await sql<{ conversation_id: string }>`select distinct conversation_id from messages
      where ${outgoing(place)} and status in ('queued', 'sending', 'unsure') order by conversation_id`.execute(tx)
    await deliverAll(platform, tx, place, rows)
  })
}

/** A job, because it locks conversations, which go before the ceiling's row. */
export async function releasePaidLater(platform: Platform, tx: Tx, place: InChannel): Promise<void> {
  const { channel_id: id } = place
  await platform.jobs.enqueue(tx, {
    ...{ kind: 'release paid', key: `release paid:${id}`, lane: `release paid ${id}` },
    payload: place,
  })
}

/** A month of the shop's has begun: once for each account and month. */
export async function releaseOfNewMonth(platform: Platform): Promise<void> {
  const month = monthOf(platform.clock.now())
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<InChannel>`update private.paid_replies p set released_in = ${month} from workspaces w
      where w.id = p.workspace_id and coalesce(p.released_in, '') < ${month} returning p.workspace_id, p.channel_id`.execute(
      tx,
    )
    for (const place of rows) await releasePaidLater(platform, tx, place)
  })
}

/**
 * The bot may pay more: what waited for that goes, the oldest first, as many as the ceiling allows. Each is asked about again when
 * sent. Messages overtaken by a later one, or that the platform no longer accepts, stay held.
 */
export async function releasePaid(platform: Platform, place: InChannel): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = place
  const now = platform.clock.now()
  const price = platform.config.ZALO_PAID_REPLY_VND
  const { acted } = openSince('zalo', now, true)
  await platform.db.asService(workspaceId, async tx => {
    await leaveToTeam(platform, tx, place, acted)
    const { rows: ceiling } = await sql<{ left: number }>`
      select floor((p.max_month - coalesce(s.spent, 0)) / ${price}::numeric)::int as "left" from private.paid_replies p
      join workspaces w on w.id = p.workspace_id left join private.paid_reply_months s
        on s.workspace_id = p.workspace_id and s.channel_id = p.channel_id and s.month = ${monthOf(now)}
      where p.workspace_id = ${workspaceId} and p.channel_id = ${channelId}`.execute(tx)
    const left = ceiling[0]?.left ?? 0
    if (left <= 0) return
    // An error code says that the platform itself refused it.
    const affordable = sql`id in (select m.id ${withLastAct} where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
        and m.direction = 'out' and m.status = 'held' and m.held_reason in ('paid_limit', 'window_closed') and m.error_code is null
        and m.author <> 'member' and m.origin is null and m.deleted_at is null
        and greatest(v.last_interaction_at, c.last_interaction_at) > ${acted} and ${isLast}
      order by m.created_at, m.seq limit ${left})`
    await deliverAll(platform, tx, place, await release(tx, place, affordable))
  })
}

const withLastAct = sql`from messages m
  join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
  join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id`
const isLast = sql`not exists (select from messages o where o.workspace_id = m.workspace_id
  and o.conversation_id = m.conversation_id and o.seq > m.seq and o.direction = 'out' and o.status not in ('queued', 'held', 'failed'))`

/** No money sends it any more: it says so, and who got no other answer waits for a person. */
async function leaveToTeam(platform: Platform, tx: Tx, place: InChannel, acted: Date): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = place
  const isTooLate = sql`id in (select m.id ${withLastAct} where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
    and m.held_reason = 'paid_limit' and greatest(v.last_interaction_at, c.last_interaction_at) <= ${acted})`
  const held = await lockHeld(tx, place, isTooLate)
  for (const message of held) await hold(platform, tx, workspaceId, message, 'window_closed')
  await sql`update conversations v set waiting_since = m.created_at from messages m
    where v.workspace_id = ${workspaceId} and v.status = 'open' and v.waiting_since is null and m.workspace_id = v.workspace_id
      and m.conversation_id = v.id and m.id = any (${held.map(({ id }) => id)}::uuid[]) and ${isLast}`.execute(tx)
}

function outgoing({ workspace_id: workspaceId, channel_id: channelId }: InChannel): RawBuilder<unknown> {
  return sql`workspace_id = ${workspaceId} and channel_id = ${channelId} and direction = 'out'`
}

type Held = { id: string; conversation_id: string; channel_id: string }

/** Conversations are locked first, so that none of these is being sent. */
async function lockHeld(tx: Tx, place: InChannel, which: RawBuilder<unknown>): Promise<Held[]> {
  const held = sql`${outgoing(place)} and status = 'held' and ${which}`
  const { rows: locked } = await sql<{ id: string }>`select id from conversations
    where workspace_id = ${place.workspace_id} and id in (select conversation_id from messages where ${held})
    order by id for no key update`.execute(tx)
  // Meanwhile others may have come under a limit: their conversations are not locked.
  const { rows } = await sql<Held>`select id, conversation_id, channel_id from messages where ${held}
    and conversation_id = any (${locked.map(({ id }) => id)}::uuid[]) order by created_at, seq`.execute(tx)
  return rows
}

/** @returns whose messages were released */
async function release(tx: Tx, place: InChannel, which: RawBuilder<unknown>): Promise<{ conversation_id: string }[]> {
  const held = await lockHeld(tx, place, which)
  await sql`update messages set status = 'queued', held_reason = null, check_at = null, error_code = null
    where workspace_id = ${place.workspace_id} and id = any (${held.map(({ id }) => id)}::uuid[])`.execute(tx)
  return [...new Set(held.map(message => message.conversation_id))].sort().map(id => ({ conversation_id: id }))
}

async function deliverAll(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId }: InChannel,
  all: { conversation_id: string }[],
): Promise<void> {
  for (const { conversation_id: conversationId } of all)
    await deliverLater(platform, tx, { workspaceId, conversationId })
}
