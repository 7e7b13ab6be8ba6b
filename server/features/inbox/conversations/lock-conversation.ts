import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { BotStatus, ConversationStatus } from '#shared/words.ts'
import { failure } from '#platform/errors.ts'

export type LockedConversation = {
  id: string
  status: ConversationStatus
  bot_status: BotStatus
  bot_off_by: string | null
  last_seq: number
  last_message_at: Date
}

// Lock order, or two transactions deadlock: member, the customer's conversations (by id), contacts (by id), customer, messages, then
// shared rows (channel, counters). `for no key update` is enough unless a row is deleted or its key changes; `for update` would also
// block rows that merely reference it.

/** @throws request.not_found, also for another workspace's */
export async function lockConversation(tx: Tx, workspaceId: string, id: string): Promise<LockedConversation> {
  const { rows } =
    await sql<LockedConversation>`select id, status, bot_status, bot_off_by, last_seq, last_message_at from conversations
    where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
  const conversation = rows[0]
  if (!conversation) throw failure('request.not_found')
  return conversation
}

/** Needed before changing the customer's row or any conversation but the live one. */
export async function lockConversationsOf(tx: Tx, workspaceId: string, contactId: string): Promise<void> {
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = ${contactId}
    order by id for no key update`.execute(tx)
}

export async function lockCustomersConversations(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = (
      select contact_id from conversations where workspace_id = ${workspaceId} and id = ${id}) order by id for no key update`.execute(
    tx,
  )
}
