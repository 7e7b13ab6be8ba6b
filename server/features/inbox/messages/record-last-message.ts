import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { previewOf } from './preview.ts'

/** The caller holds the conversation's lock. */
export async function recordLastMessage(tx: Tx, workspaceId: string, conversationId: string): Promise<void> {
  const { rows } = await sql<{ text: string; attachments: StoredAttachment[] }>`select text, attachments from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and direction = 'in' and deleted_at is null
    order by seq desc limit 1`.execute(tx)
  await sql`update conversations set customer_said = ${rows[0] ? previewOf(rows[0].text, rows[0].attachments) : ''}
    where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(tx)
}
