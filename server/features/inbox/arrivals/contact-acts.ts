import { sql } from 'kysely'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { newId } from '#platform/ids.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { storable } from '#platform/text/storable-text.ts'
import { fetchProfileLater } from '../profile/fetch-profile.ts'
import { isAd, recordAdEntry } from './ad-entry.ts'
import { newestOf, occurredAt } from './newest.ts'
import { passThread } from './pass-thread.ts'
import { customerOf, emitContact } from '../conversations/customer-of-contact.ts'
import { type Arrival, lockConversationsOfUser, lockLatestConversation, storableJson } from './arrival.ts'

type ArrivalOf<K extends ChannelEvent['kind']> = Arrival<Extract<ChannelEvent, { kind: K }>>

/** Following opens the window; unfollowing keeps the contact. */
export async function recordFollow(arrival: ArrivalOf<'follow' | 'unfollow'>): Promise<void> {
  const { platform, tx, channel, event } = arrival
  const follows = event.kind === 'follow'
  const { contactId, newest } = await actedContact(arrival, { follows }, follows)
  if (!newest.has('follows')) return
  await platform.jobs.emit(tx, 'contact.followed', {
    workspace_id: channel.workspaceId,
    contact_id: contactId,
    channel_id: channel.id,
    follows,
  })
}

/** Nothing was said, but it opens the window. */
export async function recordAct(arrival: ArrivalOf<'referral' | 'touch'>): Promise<void> {
  const { platform, tx, channel, event } = arrival
  const learned = event.kind === 'referral' ? { referral: event.referral } : {}
  const { contactId } = await actedContact(arrival, learned, true)
  if (event.kind === 'referral' && isAd(event.referral))
    await recordAdEntry(tx, channel, contactId, event.time ?? platform.clock.now())
}

export async function recordThread(arrival: ArrivalOf<'thread'>): Promise<void> {
  // Before the customer (`lock-conversation.ts`).
  await lockConversationsOfUser(arrival.tx, arrival.channel, arrival.event.userId)
  await actedContact(arrival, {}, false)
  await passThread(arrival, arrival.event.userId, arrival.event.owner)
}

/** Longer is no name or address, and more than an index takes. */
const maxNameLength = 200
const maxAddressLength = 500

export async function saveSubmittedDetails(arrival: ArrivalOf<'user_info'>): Promise<void> {
  const { tx, channel, event } = arrival
  const name = storable(event.name ?? '')
    .trim()
    .slice(0, maxNameLength)
  const given = {
    ...(event.address && { address: event.address }),
    ...(event.phone && { phone: event.phone }),
    ...(event.email && { email: event.email }),
    ...(name && { given_name: name }),
  }
  await lockConversationsOfUser(tx, channel, event.userId)
  const { contactId, newest } = await actedContact(arrival, given, true)
  if (name && newest.has('given_name')) {
    await sql`update contacts set name = ${name} where workspace_id = ${channel.workspaceId} and id = ${contactId}`.execute(
      tx,
    )
    await sql`update conversations set contact_name = ${name} where workspace_id = ${channel.workspaceId} and contact_id = ${contactId}`.execute(
      tx,
    )
  }
  await recordDetails(arrival, event.userId, contactId, event, occurredAt(arrival))
}

export async function recordEarlyDetails(
  arrival: Pick<Arrival, 'platform' | 'tx' | 'channel'>,
  userId: string,
  contactId: string,
): Promise<void> {
  const { platform, tx, channel } = arrival
  const { rows } = await sql<{ given: Given }>`select fields as given from contacts
    where workspace_id = ${channel.workspaceId} and id = ${contactId} and fields ?| array['phone', 'email', 'address']
      and 1 = (select count(*) from conversations where workspace_id = ${channel.workspaceId} and contact_id = ${contactId})`.execute(
    tx,
  )
  if (rows[0]) await recordDetails(arrival, userId, contactId, rows[0].given, platform.clock.now())
}

/** Without a conversation they wait among the contact's fields. */
async function recordDetails(
  { platform, tx, channel }: Pick<Arrival, 'platform' | 'tx' | 'channel'>,
  userId: string,
  contactId: string,
  given: Given,
  at: Date,
): Promise<void> {
  const conversation = await lockLatestConversation(tx, channel, userId)
  if (!conversation) return
  for (const { kind, value } of detailsOf(given)) {
    const { rows } =
      await sql`insert into contact_details (id, workspace_id, contact_id, conversation_id, kind, value, created_at)
      values (${newId()}, ${channel.workspaceId}, ${contactId}, ${conversation.id}, ${kind}, ${value}, ${at})
      on conflict (workspace_id, contact_id, kind, value) do nothing returning id`.execute(tx)
    if (rows.length === 0) continue
    await platform.jobs.emit(tx, 'contact.detail-found', {
      workspace_id: channel.workspaceId,
      conversation_id: conversation.id,
      contact_id: contactId,
      message_id: null,
      kind,
    })
  }
}

type Given = Pick<ArrivalOf<'user_info'>['event'], 'phone' | 'email' | 'address'>

function detailsOf({ phone, email, address }: Given): { kind: string; value: string }[] {
  // Zalo writes phones as 84…, without a plus.
  const written = phone && (/^84\d{9}$/.test(phone) ? `+${phone}` : phone)
  const found = [written, email].flatMap(text => (text ? detectContacts(storable(text)) : []))
  const place = storable(address ?? '')
    .trim()
    .slice(0, maxAddressLength)
  return [...found.map(({ kind, value }) => ({ kind, value })), ...(place ? [{ kind: 'address', value: place }] : [])]
}

export async function actedContact(
  arrival: Arrival,
  fields: Record<string, unknown>,
  opensWindow: boolean,
): Promise<{ contactId: string; newest: Set<string> }> {
  const { platform, tx, channel, event } = arrival
  const now = platform.clock.now()
  const acted = event.time && event.time < now ? event.time : now
  const name = storable(event.userName ?? '') || kindOf(channel.kind)?.placeholderName(event.userId) || ''
  const customerId = newId()
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    with saved as (
      insert into contacts (id, workspace_id, channel_id, external_id, name, fields, customer_id, last_seen_at, last_interaction_at, created_at)
      values (${newId()}, ${channel.workspaceId}, ${channel.id}, ${event.userId}, ${name}, '{}'::jsonb, ${customerId}, ${now},
        ${opensWindow ? acted : null}, ${now})
      on conflict (workspace_id, channel_id, external_id) do update set last_seen_at = excluded.last_seen_at,
        last_interaction_at = greatest(contacts.last_interaction_at, excluded.last_interaction_at)
      returning id, (xmax = 0) as fresh
    ), person as (select id from saved where fresh), customer as (${customerOf(channel.workspaceId, customerId, now)})
    select id, fresh from saved`.execute(tx)
  const contact = rows[0]
  if (!contact) throw new Error('A contact could not be stored.')
  if (contact.fresh) {
    const { workspaceId, id: channelId } = channel
    await emitContact(platform, tx, { workspaceId, contactId: contact.id, channelId, customerId })
    await fetchProfileLater(platform, tx, channel.workspaceId, contact.id)
  }
  const place = { workspaceId: channel.workspaceId, contactId: contact.id, at: occurredAt(arrival) }
  const learned = Object.entries({ ...event.contactFields, ...fields })
  const newest = await newestOf(
    tx,
    place,
    learned.map(([what]) => what),
  )
  const news = Object.fromEntries(learned.filter(([what]) => newest.has(what)))
  if (newest.size > 0)
    await sql`update contacts set fields = fields || ${storableJson(news)}::jsonb
      where workspace_id = ${channel.workspaceId} and id = ${contact.id}`.execute(tx)
  return { contactId: contact.id, newest }
}
