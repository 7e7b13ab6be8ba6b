import { type Selectable, sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import type { Tx } from '#platform/sql/database.ts'
import { correctMonth } from '../sending/month-money.ts'
import type { Platform } from '#platform/platform.ts'
import type { Rows } from '#shared/rows.ts'

/** Without a contact: erased. */
export type Recipient = Pick<
  Selectable<Rows['private.broadcast_recipients']>,
  | ('id' | 'workspace_id' | 'broadcast_id' | 'customer_id' | 'contact_id' | 'channel_id')
  | ('state' | 'message_id' | 'variant' | 'cost' | 'route')
>

export const recipientColumns = sql.raw(
  'id, workspace_id, broadcast_id, customer_id, contact_id, channel_id, state, message_id, variant, cost::float8, route',
)

type Next = { state: 'waiting' | 'skipped'; reason: string | null; dueAt: Date }

export async function putOff(tx: Tx, recipient: Recipient, { state, reason, dueAt }: Next): Promise<void> {
  await sql`update private.broadcast_recipients set state = ${state}, reason = ${reason}, due_at = ${dueAt}, message_id = null, cost = 0
    where workspace_id = ${recipient.workspace_id} and id = ${recipient.id}`.execute(tx)
}

/** Deletes an unsent message and returns its reservations. The caller locks its conversation. */
export async function withdrawMessage(platform: Platform, tx: Tx, recipient: Recipient, next: Next): Promise<void> {
  const { workspace_id: workspaceId, message_id: messageId } = recipient
  const { rows } = await sql<{
    made: Date
  }>`delete from messages where workspace_id = ${workspaceId} and id = ${messageId} and status = 'queued'
    returning created_at as made`.execute(tx)
  if (!rows[0]) return
  await putOff(tx, recipient, next)
  await giveBackReserved(platform, tx, recipient, rows[0].made)
}

/** Its money counts in the month it was made, whenever it leaves. */
export async function madeAt(platform: Platform, tx: Tx, recipient: Recipient): Promise<Date> {
  const { rows } = await sql<{ made: Date }>`select created_at as made from messages
    where workspace_id = ${recipient.workspace_id} and id = ${recipient.message_id}`.execute(tx)
  return rows[0]?.made ?? platform.clock.now()
}

export async function giveBackReserved(platform: Platform, tx: Tx, recipient: Recipient, made: Date): Promise<void> {
  const { id, workspace_id: workspaceId, broadcast_id: broadcastId, cost } = recipient
  await giveBackPlace(platform, tx, workspaceId, id)
  if (cost === 0) return
  await sql`update broadcasts set spent = greatest(0, spent - ${cost}) where workspace_id = ${workspaceId} and id = ${broadcastId}`.execute(
    tx,
  )
  // Same order as when reserving.
  await correctMonth(tx, workspaceId, -cost, made)
}

export async function giveBackPlace(platform: Platform, tx: Tx, workspaceId: string, ref: string): Promise<void> {
  await sql`delete from private.send_marks where ref = ${ref} and workspace_id = ${workspaceId}`.execute(tx)
  await giveBack(platform, tx, workspaceId, 'campaigns')
}
