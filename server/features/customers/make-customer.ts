import { sql } from 'kysely'
import { ahead, type Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

const made = new WeakMap<Tx, Set<string>>()

/** Whether this transaction made the contact's customer, who is up to date then. */
export function isMadeHere(tx: Tx, contactId: string): boolean {
  return made.get(tx)?.has(contactId) === true
}

export async function makeCustomer(platform: Platform, tx: Tx, event: EventCatalogue['contact.made']): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId } = event
  const id = newId()
  const now = platform.clock.now()
  ahead(
    tx,
    sql`with customer as (
      insert into customers (id, workspace_id, last_seen_at, created_at) values (${id}, ${workspaceId}, ${now}, ${now}) returning id)
    update contacts set customer_id = (select id from customer) where workspace_id = ${workspaceId} and id = ${contactId}`,
  )
  made.set(tx, new Set([...(made.get(tx) ?? []), contactId]))
  await platform.jobs.emit(tx, 'customer.made', { workspace_id: workspaceId, customer_id: id, contact_id: contactId })
}
