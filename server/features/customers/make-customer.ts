import { sql } from 'kysely'
import { ahead, type Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

export async function makeCustomer(platform: Platform, tx: Tx, made: EventCatalogue['contact.made']): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId } = made
  const id = newId()
  const now = platform.clock.now()
  ahead(
    tx,
    sql`with customer as (
      insert into customers (id, workspace_id, last_seen_at, created_at) values (${id}, ${workspaceId}, ${now}, ${now}) returning id)
    update contacts set customer_id = (select id from customer) where workspace_id = ${workspaceId} and id = ${contactId}`,
  )
  await platform.jobs.emit(tx, 'customer.made', { workspace_id: workspaceId, customer_id: id, contact_id: contactId })
}
