import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { enterSequence } from '../sequences/enter-sequence.ts'

export async function handleButtonPress(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['button.pressed'],
): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: id, sequence_id: sequenceId } = event
  const { rows } = await sql<{ customer_id: string | null }>`select k.customer_id from conversations v
    join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
    where v.workspace_id = ${workspaceId} and v.id = ${id}`.execute(tx)
  const customerId = rows[0]?.customer_id
  if (customerId) await enterSequence(platform, tx, { workspaceId, sequenceId, customerId, by: 'button' })
}
