import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'

export type LockedConversation = {
  id: string
  status: 'open' | 'snoozed' | 'closed'
  bot_status: 'on' | 'off'
  bot_off_by: string | null
  last_seq: number
  last_message_at: Date
}

// Whoever holds several rows takes them in this order, or two hold each other up: a member, the customer's conversations (by their
// ids), their contacts (by their ids), the customer, messages, then what many share (channel, counters). `for no key update` is enough for all that neither
// goes nor changes its key: `for update` would also lock out who only refers to the row.

/** Holds a conversation's row for the rest of the transaction. A foreign one answers like one that does not exist. */
export async function lockConversation(tx: Tx, workspaceId: string, id: string): Promise<LockedConversation> {
  const { rows } =
    await sql<LockedConversation>`select id, status, bot_status, bot_off_by, last_seq, last_message_at from conversations
    where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
  const conversation = rows[0]
  if (!conversation) throw failure('request.not_found')
  return conversation
}

/** Holds all conversations of a customer: before the customer's own row, or any but the live one, is changed. */
export async function lockConversationsOf(tx: Tx, workspaceId: string, contactId: string): Promise<void> {
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = ${contactId}
    order by id for no key update`.execute(tx)
}

/** The same, named by one of them. */
export async function lockCustomersConversations(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = (
      select contact_id from conversations where workspace_id = ${workspaceId} and id = ${id}) order by id for no key update`.execute(
    tx,
  )
}
