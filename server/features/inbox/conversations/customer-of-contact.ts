import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Whoever writes for the first time is a customer of their own. In the statement that makes the contact, whose `person` returns nobody who was
 * known, so that the contact is written once: its foreign key is checked at the statement's end.
 */
export function customerOf(workspaceId: string, customerId: string, now: Date): RawBuilder<unknown> {
  return sql`insert into customers (id, workspace_id, last_seen_at, created_at) select ${customerId}, ${workspaceId}, ${now}, ${now} from person`
}

type Made = { workspaceId: string; contactId: string; channelId: string; customerId: string }

export async function emitContact(platform: Platform, tx: Tx, made: Made): Promise<void> {
  const contact = { workspace_id: made.workspaceId, contact_id: made.contactId }
  await platform.jobs.emit(tx, 'contact.made', { ...contact, channel_id: made.channelId })
  await platform.jobs.emit(tx, 'customer.made', { ...contact, customer_id: made.customerId })
}
