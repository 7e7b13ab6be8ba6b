import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { dataRequestOf } from '#shared/rules/data-request-words.ts'
import { optOutIntentOf } from '#shared/rules/opt-out-words.ts'
import { sentimentOf } from '#shared/rules/text/sentiment.ts'
import { beginConversation } from '../conversations/begin-conversation.ts'
import { customerOf, emitContact, newContact } from '../conversations/customer-of-contact.ts'
import { fetchProfileLater } from '../profile/fetch-profile.ts'
import { saveContactDetails } from '../profile/save-contact-details.ts'
import { previewOf } from '../messages/preview.ts'
import type { Inbound, Stored } from './inbound.ts'

/** In the caller's transaction; a second delivery changes nothing. */
export async function receiveMessage(platform: Platform, tx: Tx, inbound: Inbound): Promise<Stored> {
  let stored = inbound.seemsFirst ? await beginConversation(platform, tx, inbound) : undefined
  stored ??= await append(platform, tx, inbound)
  if (!stored) {
    const before = await findRepeated(tx, inbound)
    if (before) return before
    await openConversation(platform, tx, inbound)
    stored = (await append(platform, tx, inbound)) ?? (await findRepeated(tx, inbound))
  }
  if (!stored) throw new Error('A message could not be stored.')
  if (stored.repeated) return stored
  await saveContactDetails(platform, tx, inbound.workspaceId, stored, inbound.text)
  await platform.jobs.emit(tx, 'message.received', {
    workspace_id: inbound.workspaceId,
    conversation_id: stored.conversationId,
    message_id: stored.messageId,
    contact_id: stored.contactId,
    seq: stored.seq,
    channel_id: inbound.channelId,
    sentiment: sentimentOf(inbound.text).label,
    opt_out_intent: optOutIntentOf(inbound.text),
    data_request_intent: dataRequestOf(inbound.text),
    letters: inbound.text.length,
  })
  if (inbound.attachments?.some(({ type }) => type === 'image'))
    await platform.jobs.emit(tx, 'picture.received', {
      workspace_id: inbound.workspaceId,
      conversation_id: stored.conversationId,
      message_id: stored.messageId,
    })
  return stored
}

/** The usual case in one statement. Lookups are by value, never by join: the plan is made while tables are small, and is kept. */
async function append(platform: Platform, tx: Tx, inbound: Inbound): Promise<Stored | undefined> {
  const now = platform.clock.now()
  const { workspaceId, channelId } = inbound
  // A platform clock ahead of ours would open a window in the future.
  const acted = inbound.providerTime && inbound.providerTime < now ? inbound.providerTime : now
  const shown = previewOf(inbound.text, inbound.attachments)
  const { rows } = await sql<MessageRow>`
    with live as (
      select v.id, v.last_seq, v.contact_id from conversations v where v.workspace_id = ${workspaceId} and v.status <> 'closed' and v.contact_id = (
        select c.id from contacts c where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.external_id = ${inbound.contact.externalId})
      for no key update
    ), next as (
      update conversations v set last_seq = last_seq + 1, last_message_at = ${now}, last_inbound_at = ${now}, contact_typing_at = null,
        last_interaction_at = greatest(v.last_interaction_at, ${acted}),
        status = 'open', snoozed_until = null, preview = ${shown}, preview_author = 'contact', customer_said = ${shown},
        sentiment = ${sentimentOf(inbound.text).label}, language = ${languageOf(inbound.text)}, inbound_count = v.inbound_count + 1
      where v.workspace_id = ${workspaceId} and v.contact_id = (select contact_id from live) and v.id = (select id from live)
        and not exists (select from messages m where m.conversation_id = (select id from live) and m.client_id = ${inbound.clientId ?? null})
        and not exists (select from messages m where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.external_id = ${inbound.externalId ?? null})
      returning v.id, v.last_seq, v.contact_id
    )
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, client_id, external_id, text, attachments,
      reply_to, payload, status, provider_time, created_at)
    select ${newId()}, ${workspaceId}, id, ${channelId}, last_seq, 'in', 'contact', ${inbound.clientId ?? null}, ${inbound.externalId ?? null},
      ${inbound.text}, ${JSON.stringify(inbound.attachments ?? [])}::jsonb, ${inbound.replyTo ?? null}, ${inbound.payload ?? null}, 'stored',
      ${inbound.providerTime ?? null}, ${now} from next
    on conflict do nothing -- two copies at the same instant: the second finds the first
    returning id as message_id, conversation_id, seq, (select contact_id from next) as contact_id,
      (select m.provider_time from messages m where m.conversation_id = (select id from live) and m.seq = (select last_seq from live)
        and m.direction = 'in') as written_before`.execute(tx)
  return storedOf(rows[0], false)
}

type MessageRow = {
  message_id: string
  conversation_id: string
  contact_id: string | null
  seq: number
  written_before: Date | null
}

function storedOf(row: MessageRow | undefined, repeated: boolean): Stored | undefined {
  if (!row?.contact_id) return undefined
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    contactId: row.contact_id,
    seq: row.seq,
    repeated,
    writtenBefore: row.written_before,
  }
}

export async function findRepeated(tx: Tx, inbound: Inbound): Promise<Stored | undefined> {
  // Two queries, each with its own index: as one, they would scan the channel's messages.
  const { rows } = await sql<MessageRow>`
    with mine as (
      select v.id, v.contact_id from conversations v where v.workspace_id = ${inbound.workspaceId} and v.contact_id = (
        select c.id from contacts c where c.workspace_id = ${inbound.workspaceId} and c.channel_id = ${inbound.channelId} and c.external_id = ${inbound.contact.externalId})
    ), found as (
      select m.id, m.conversation_id, m.seq from messages m
      where m.conversation_id in (select id from mine) and m.client_id = ${inbound.clientId ?? null}
      union all -- a platform's number is one message, whoever is said to have written it
      select m.id, m.conversation_id, m.seq from messages m
      where m.workspace_id = ${inbound.workspaceId} and m.channel_id = ${inbound.channelId} and m.external_id = ${inbound.externalId ?? null}
    )
    select found.id as message_id, found.conversation_id, found.seq, null::timestamptz as written_before,
      (select v.contact_id from conversations v where v.workspace_id = ${inbound.workspaceId} and v.id = found.conversation_id) as contact_id
    from found limit 1`.execute(tx)
  return storedOf(rows[0], true)
}

/** Reopens a conversation closed within 24 hours, or one that a campaign was sent in. */
export async function openConversation(
  platform: Platform,
  tx: Tx,
  inbound: Pick<Inbound, 'workspaceId' | 'channelId' | 'source' | 'contact'>,
): Promise<void> {
  const now = platform.clock.now()
  const { workspaceId, channelId, contact } = inbound
  const { person, customerId } = await findOrMake(platform, tx, { workspaceId, channelId, contact })
  if (customerId) {
    await emitContact(platform, tx, { workspaceId, contactId: person.id, channelId, customerId })
    if (inbound.source !== 'website') await fetchProfileLater(platform, tx, workspaceId, person.id)
  }
  const reopened = await sql`update conversations set status = 'open' where id = (
      select id from conversations v where workspace_id = ${workspaceId} and contact_id = ${person.id} and (last_message_at > ${after(now, -hours(24))}
        or exists (select from messages m where m.conversation_id = v.id and m.origin is not null and m.created_at > ${after(now, -hours(72))}))
      order by last_message_at desc limit 1)
    and workspace_id = ${workspaceId} returning id`.execute(tx)
  if (reopened.rows.length > 0) return
  const opened = await sql<{ id: string }>`
    insert into conversations (id, workspace_id, channel_id, contact_id, source, last_message_at, contact_name, created_at)
    values (${newId()}, ${workspaceId}, ${channelId}, ${person.id}, ${inbound.source}, ${now}, ${person.name}, ${now})
    on conflict (workspace_id, contact_id) where status <> 'closed' do nothing returning id`.execute(tx)
  const conversation = opened.rows[0]
  if (!conversation) return
  await platform.jobs.emit(tx, 'conversation.opened', {
    workspace_id: workspaceId,
    conversation_id: conversation.id,
    contact_id: person.id,
    channel_id: channelId,
  })
}

type Person = { id: string; name: string }

/** Updates the customer at commit, after conversations (`lock-conversation.ts`); waits out a concurrent merge. */
async function findOrMake(
  platform: Platform,
  tx: Tx,
  { workspaceId, channelId, contact }: Pick<Inbound, 'workspaceId' | 'channelId' | 'contact'>,
): Promise<{ person: Person; customerId?: string }> {
  const now = platform.clock.now()
  const customerId = newId()
  for (let tries = 0; tries < 3; tries++) {
    const made = await sql<Person>`
      with person as (${newContact({ workspaceId, channelId, contact, customerId, now })}), customer as (${customerOf(workspaceId, customerId, now)})
      select id, name from person`.execute(tx)
    if (made.rows[0]) return { person: made.rows[0], customerId }
    const known = await sql<Person>`select id, name from contacts where workspace_id = ${workspaceId}
      and channel_id = ${channelId} and external_id = ${contact.externalId} for key share`.execute(tx)
    const [person] = known.rows
    if (!person) continue
    atCommit(
      tx,
      sql`update contacts set last_seen_at = ${now} where workspace_id = ${workspaceId} and id = ${person.id}`,
    )
    return { person }
  }
  throw new Error('A contact could not be stored.')
}
