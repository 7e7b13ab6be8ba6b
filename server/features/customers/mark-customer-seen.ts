import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

export async function markCustomerSeen(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: conversationId }: EventCatalogue['message.received'],
): Promise<void> {
  const now = platform.clock.now()
  // At commit, and contacts before customers: one lock order for everyone.
  atCommit(
    tx,
    sql`update customers set last_seen_at = ${now} where workspace_id = ${workspaceId} and id = (
        select c.customer_id from conversations v join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
        where v.workspace_id = ${workspaceId} and v.id = ${conversationId})
      and coalesce(last_seen_at <= ${after(now, -minutes(1))}, true)`,
    `customer of ${conversationId}`,
  )
}
