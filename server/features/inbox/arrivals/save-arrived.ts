import { sql } from 'kysely'
import type { MessageIn, Postback } from '#features/channels/channel-events.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { after, days } from '#platform/clock.ts'
import { storable } from '#platform/text/storable-text.ts'
import { fetchProfileLater } from '../profile/fetch-profile.ts'
import type { Inbound } from './inbound.ts'
import { receiveMessage } from './receive-message.ts'
import { isAd, recordAdEntry } from './ad-entry.ts'
import { type Arrival, storableJson } from './arrival.ts'
import { applyEarlyChanges } from './change-message.ts'
import { recordEarlyDetails } from './contact-acts.ts'
import { copyAttachments, storedAttachments } from './copy-attachments.ts'
import { passThread } from './pass-thread.ts'
import { putInOrder } from './put-in-order.ts'

export async function saveArrived(arrival: Arrival<MessageIn | Postback>): Promise<void> {
  const { platform, tx, channel, event } = arrival
  // While another app has control (standby) no bot answers; an ordinary event means it is ours again.
  const recordThreadOwner = async () =>
    event.standby === undefined ? undefined : passThread(arrival, event.userId, event.standby ? 'other' : 'us')
  await recordThreadOwner()
  const inbound = inboundOf(arrival)
  const stored = await receiveMessage(platform, tx, inbound)
  if (stored.repeated) return
  if (stored.seq === 1) {
    await recordThreadOwner()
    await recordEarlyDetails(arrival, event.userId, stored.contactId)
  }
  if (event.kind === 'message.in') await copyAttachments(arrival, stored.messageId, inbound.attachments ?? [])
  if (inbound.providerTime && stored.writtenBefore && inbound.providerTime < stored.writtenBefore)
    await putInOrder(tx, channel.workspaceId, stored.conversationId)
  await saveContact(arrival, stored.contactId)
  await applyEarlyChanges(arrival, event.externalId, 'in')
}

function inboundOf({ channel, event, receivedAt }: Arrival<MessageIn | Postback>): Inbound {
  const content =
    event.kind === 'message.in'
      ? {
          text: storable(event.text),
          attachments: storedAttachments(event.attachments),
          replyTo: event.replyTo,
          payload: event.payload && storable(event.payload),
        }
      : { text: storable(event.title || event.payload), payload: storable(event.payload) }
  return {
    workspaceId: channel.workspaceId,
    channelId: channel.id,
    source: channel.kind,
    contact: {
      externalId: event.userId,
      name: storable(event.userName ?? '') || kindOf(channel.kind)?.placeholderName(event.userId),
      fields: event.contactFields,
    },
    externalId: event.externalId,
    // Clocks may be hours off and still order a customer's messages; a time beyond a day would sort after everything said from now on.
    providerTime: event.time && event.time <= after(receivedAt, days(1)) ? event.time : undefined,
    ...content,
  }
}

const profileHolds = days(7)

async function saveContact(
  { platform, tx, channel, event }: Arrival<MessageIn | Postback>,
  contactId: string,
): Promise<void> {
  const fields = { ...event.contactFields, ...(event.referral && { referral: event.referral }) }
  if (isAd(event.referral)) await recordAdEntry(tx, channel, contactId, event.time ?? platform.clock.now())
  const learned = storableJson(fields)
  const { rows } = await sql<{ profile_at: Date | null }>`
    with changed as (
      update contacts set fields = fields || ${learned}::jsonb, unreachable_count = 0, unreachable_at = null
      where workspace_id = ${channel.workspaceId} and id = ${contactId} and (unreachable_count > 0 or not fields @> ${learned}::jsonb)
    )
    select profile_at from contacts where workspace_id = ${channel.workspaceId} and id = ${contactId}`.execute(tx)
  const asked = rows[0]?.profile_at
  if (asked && asked < after(platform.clock.now(), -profileHolds))
    await fetchProfileLater(platform, tx, channel.workspaceId, contactId)
}
