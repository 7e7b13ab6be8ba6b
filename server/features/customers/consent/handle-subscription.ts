import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { optInOf } from '#features/inbox/messages/send-message.ts'
import { addConsent, contactsOfCustomer } from './consent-ledger.ts'

type SubscriptionEvent = EventCatalogue['contact.subscribed']
type Asked = { words: string; version: number }

/**
 * Unsubscribing refuses everything, everywhere. Only our own button's tap is consent; advertisements and renewals only give the token.
 */
export async function handleSubscription(platform: Platform, tx: Tx, event: SubscriptionEvent): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId, channel_id: channelId } = event
  const contacts = await contactsOfCustomer(tx, workspaceId, contactId)
  const [first] = contacts
  if (!first) return
  const act = { workspaceId, customerId: first.customer_id, how: 'platform', event: eventOf(event) } as const
  if (!event.subscribes) {
    const channelIds = [...new Set(contacts.map(contact => contact.channel_id))].sort()
    await addConsent(platform, tx, { ...act, channelIds, purposes: ['promotion', 'care'], act: 'withdrawn' })
    return
  }
  const asked = await readAsked(tx, event)
  const shown = asked && !(await hasRefused(tx, workspaceId, first.customer_id, channelId))
  await addConsent(platform, tx, {
    ...{ ...act, channelIds: [channelId], purposes: ['promotion'] },
    ...(shown ? { act: 'given', ...asked } : { act: 'platform' }),
  })
}

function eventOf({ contact_id: contactId, subscribes, at }: SubscriptionEvent): string {
  return `subscription:${contactId}:${subscribes ? 'on' : 'off'}:${at}`
}

async function readAsked(
  tx: Tx,
  { workspace_id: workspaceId, contact_id: contactId, payload }: SubscriptionEvent,
): Promise<Asked | undefined> {
  const id = payload?.startsWith(optInOf('')) ? payload.slice(optInOf('').length) : ''
  if (!isUuid(id)) return undefined
  const { rows } = await sql<Asked>`select words, version from private.consent_asks
    where workspace_id = ${workspaceId} and contact_id = ${contactId} and id = ${id}`.execute(tx)
  return rows[0]
}

async function hasRefused(tx: Tx, workspaceId: string, customerId: string, channelId: string): Promise<boolean> {
  const { rows } =
    await sql`select from consent_states where workspace_id = ${workspaceId} and customer_id = ${customerId}
    and channel_id = ${channelId} and purpose = 'promotion' and state in ('withdrawn', 'refused')`.execute(tx)
  return rows.length > 0
}
