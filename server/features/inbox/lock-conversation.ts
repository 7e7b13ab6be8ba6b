import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'

export type LockedConversation = {
  id: string
  status: 'open' | 'snoozed' | 'closed'
  bot_status: 'on' | 'off'
  bot_off_by: string | null
  last_seq: number
  last_message_at: Date
}

/** Holds a conversation's row for the rest of the transaction. A foreign one answers like one that does not exist. */
export async function lockConversation(tx: Tx, workspaceId: string, id: string): Promise<LockedConversation> {
  const { rows } =
    await sql<LockedConversation>`select id, status, bot_status, bot_off_by, last_seq, last_message_at from conversations
    where workspace_id = ${workspaceId} and id = ${id} for update`.execute(tx)
  const conversation = rows[0]
  if (!conversation) throw failure('request.not_found')
  return conversation
}
