import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { recordLastMessage } from '../messages/record-last-message.ts'
import { previewOf } from '../messages/preview.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'

/** Unanswered messages by platform time, then arrival; answered ones stay. The caller locks the conversation. */
export async function putInOrder(tx: Tx, workspaceId: string, conversationId: string): Promise<void> {
  const { rows } = await sql<{ id: string; seq: number; place: number }>`
    with tail as (
      select id, seq, coalesce(provider_time, created_at) as time from messages
      where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and seq > coalesce((
        select max(seq) from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and direction = 'out'), 0)
    ), places as (
      select id, seq, (array_agg(seq) over (order by seq rows between unbounded preceding and unbounded following))[
        row_number() over (order by time, seq)] as place from tail
    )
    select id, seq, place from places where place <> seq`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(row => row.id)
  // Negated first: seq is unique even within the update.
  await sql`update messages set seq = -seq where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update messages m set seq = n.place from unnest(${ids}::uuid[], ${rows.map(row => row.place)}::bigint[]) as n (id, place)
    where m.workspace_id = ${workspaceId} and m.id = n.id`.execute(tx)
  const last = await sql<{ text: string; attachments: StoredAttachment[] }>`select text, attachments from messages
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} order by seq desc limit 1`.execute(tx)
  if (last.rows[0])
    await sql`update conversations set preview = ${previewOf(last.rows[0].text, last.rows[0].attachments)}
      where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(tx)
  await recordLastMessage(tx, workspaceId, conversationId)
}
