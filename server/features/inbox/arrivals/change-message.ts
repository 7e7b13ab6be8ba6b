import { sql } from 'kysely'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import { storable } from '#platform/text/storable-text.ts'
import { recordLastMessage } from '../messages/record-last-message.ts'
import { preview } from '../messages/preview.ts'
import { type Arrival, storableJson } from './arrival.ts'
import { occurredAt } from './newest.ts'
import { takeEarlyReceipts } from './mark-receipt.ts'

type Change = Extract<ChannelEvent, { kind: 'edit' | 'delete' | 'reaction' }>

/** One that arrives before its message is kept and applied with it. */
export async function changeMessage(arrival: Arrival<Change>): Promise<void> {
  if (await change(arrival)) return
  const { platform, tx, channel, event } = arrival
  const stored = storableJson({ ...event, time: occurredAt(arrival) })
  await sql`insert into private.early_changes as e (workspace_id, channel_id, external_id, kind, change, created_at)
    values (${channel.workspaceId}, ${channel.id}, ${event.externalId}, ${event.kind}, ${stored}::jsonb, ${platform.clock.now()})
    on conflict (workspace_id, channel_id, external_id, kind) do update set change = excluded.change
      where (coalesce((e.change ->> 'edit')::int, 0), (e.change ->> 'time')::timestamptz)
        <= (coalesce((excluded.change ->> 'edit')::int, 0), (excluded.change ->> 'time')::timestamptz)`.execute(tx)
}

type Early = { kind: Change['kind'] | 'delivered' | 'read'; change: Omit<Change, 'time'> & { time: string } }

/** `direction`: receipts apply only to outgoing messages. */
export async function applyEarlyChanges(
  arrival: Omit<Arrival, 'event'>,
  externalId: string,
  direction: 'in' | 'out',
): Promise<void> {
  const { tx, channel } = arrival
  const { rows } = await sql<Early>`delete from private.early_changes
    where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${externalId}
    returning kind, change`.execute(tx)
  const receipts = rows.flatMap(({ kind }) => (kind === 'delivered' || kind === 'read' ? [kind] : []))
  for (const { kind, change: event } of rows)
    if (kind !== 'delivered' && kind !== 'read')
      await change({ ...arrival, event: { ...event, time: new Date(event.time) } as Change })
  if (direction === 'out') await takeEarlyReceipts(tx, channel, externalId, receipts)
}

/** @returns false if the message is not there */
async function change(arrival: Arrival<Change>): Promise<boolean> {
  const { event } = arrival
  if (event.kind !== 'reaction') await holdConversationOf(arrival)
  if (event.kind === 'edit') return edit(arrival as Arrival<Extract<Change, { kind: 'edit' }>>)
  if (event.kind === 'delete') return erase(arrival)
  const { tx, channel } = arrival
  const at = occurredAt(arrival)
  const { rows } = await sql`with known as (
      select id from messages where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
        and external_id = ${event.externalId}
    ), changed as (
      update messages set reaction = ${event.emoji && storable(event.emoji)}, reacted_at = ${at}
      where workspace_id = ${channel.workspaceId} and id = (select id from known) and deleted_at is null
        and coalesce(reacted_at, '-infinity') <= ${at} returning id
    ) select id from known`.execute(tx)
  return rows.length > 0
}

/** Locked before its message (`lock-conversation.ts`): the list shows the last message. */
async function holdConversationOf({ tx, channel, event }: Arrival<Change>): Promise<void> {
  await sql`select from conversations where workspace_id = ${channel.workspaceId} and id = (
      select conversation_id from messages where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}
        and external_id = ${event.externalId}) for no key update`.execute(tx)
}

async function edit(arrival: Arrival<Extract<Change, { kind: 'edit' }>>): Promise<boolean> {
  const { tx, channel, event } = arrival
  const at = occurredAt(arrival)
  const text = storable(event.text)
  const { rows } = await sql<{ changed: boolean; conversation_id: string; seq: number }>`
    with known as (
      select id, conversation_id, seq from messages where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and external_id = ${event.externalId}
    ), changed as (
      update messages set text = ${text}, edits = ${event.edit}, edited_at = ${at}
      where workspace_id = ${channel.workspaceId} and id = (select id from known) and deleted_at is null
        and (edits < ${event.edit} or (edits = ${event.edit} and coalesce(edited_at, '-infinity') < ${at})) returning id
    )
    select exists (select from changed) as changed, conversation_id, seq from known`.execute(tx)
  const message = rows[0]
  if (message?.changed) {
    const { workspaceId } = channel
    await sql`update conversations set preview = ${preview(text)}
      where workspace_id = ${workspaceId} and id = ${message.conversation_id} and last_seq = ${message.seq}`.execute(tx)
    await recordLastMessage(tx, workspaceId, message.conversation_id)
  }
  return message !== undefined
}

/** Erases the text everywhere: message, list, detected details and raw event. */
async function erase({ platform, tx, channel, event }: Arrival<Change>): Promise<boolean> {
  const { workspaceId } = channel
  const { rows } = await sql<{ id: string; conversation_id: string; seq: number }>`
    update messages set text = '', attachments = '[]', payload = null, reaction = null, deleted_at = coalesce(deleted_at, ${platform.clock.now()})
    where workspace_id = ${workspaceId} and channel_id = ${channel.id} and external_id = ${event.externalId}
    returning id, conversation_id, seq`.execute(tx)
  const message = rows[0]
  if (!message) return false
  await sql`update conversations set preview = ''
    where workspace_id = ${workspaceId} and id = ${message.conversation_id} and last_seq = ${message.seq}`.execute(tx)
  await recordLastMessage(tx, workspaceId, message.conversation_id)
  await sql`delete from intents where workspace_id = ${workspaceId} and state = 'open' and ${message.id}::uuid in (message_id, last_message_id)`.execute(
    tx,
  )
  await sql`delete from contact_details where workspace_id = ${workspaceId} and message_id = ${message.id}`.execute(tx)
  // Other events that merely quote the message, such as a reply still to be read, stay.
  await sql`update private.hook_events set raw = '' where kind = ${channel.kind} and account_id = ${channel.accountId}
    and position(${event.externalId}::text in raw) > 0
    and (status <> 'received' or position(${event.externalId}::text in external_id) > 0)`.execute(tx)
  return true
}
