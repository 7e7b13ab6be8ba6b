import { type RawBuilder, sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Inbound } from '../arrivals/inbound.ts'

/**
 * Whoever writes for the first time is a customer of their own. In the statement that makes the contact, whose `person` returns nobody who was
 * known, so that the contact is written once: its foreign key is checked at the statement's end.
 */
export function customerOf(workspaceId: string, customerId: string, now: Date): RawBuilder<unknown> {
  return sql`insert into customers (id, workspace_id, last_seen_at, created_at) select ${customerId}, ${workspaceId}, ${now}, ${now} from person`
}

type NewContact = Pick<Inbound, 'workspaceId' | 'channelId' | 'contact'> & { customerId: string; now: Date }

/** The `person` of that statement: nobody if they are known on this channel. */
export function newContact({ workspaceId, channelId, contact, customerId, now }: NewContact): RawBuilder<unknown> {
  return sql`insert into contacts (id, workspace_id, channel_id, external_id, name, language, fields, customer_id, last_seen_at, created_at)
    values (${newId()}, ${workspaceId}, ${channelId}, ${contact.externalId}, ${contact.name ?? ''}, ${contact.language ?? null},
      ${JSON.stringify(contact.fields ?? {})}::jsonb, ${customerId}, ${now}, ${now})
    on conflict (workspace_id, channel_id, external_id) do nothing returning id, name`
}

type Made = { workspaceId: string; contactId: string; channelId: string; customerId: string }

export async function emitContact(platform: Platform, tx: Tx, made: Made): Promise<void> {
  const contact = { workspace_id: made.workspaceId, contact_id: made.contactId }
  await platform.jobs.emit(tx, 'contact.made', { ...contact, channel_id: made.channelId })
  await platform.jobs.emit(tx, 'customer.made', { ...contact, customer_id: made.customerId })
}
