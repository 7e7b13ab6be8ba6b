import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

const made = new WeakMap<Tx, Set<string>>()

export async function recordNewCustomer(
  _: Platform,
  tx: Tx,
  { contact_id: contactId }: EventCatalogue['customer.made'],
): Promise<void> {
  made.set(tx, new Set([...(made.get(tx) ?? []), contactId]))
}

export async function markCustomerSeen(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, contact_id: contactId }: EventCatalogue['message.received'],
): Promise<void> {
  if (made.get(tx)?.has(contactId)) return
  const now = platform.clock.now()
  // At commit, and contacts before customers: one lock order for everyone.
  atCommit(
    tx,
    sql`update customers set last_seen_at = ${now} where workspace_id = ${workspaceId} and id = (
        select customer_id from contacts where workspace_id = ${workspaceId} and id = ${contactId})
      and coalesce(last_seen_at <= ${after(now, -minutes(1))}, true)`,
    `customer of ${contactId}`,
  )
}
