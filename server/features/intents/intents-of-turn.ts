import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { missingParts } from '#shared/rules/bot/intent-parts.ts'
import type { IntentKind, IntentPart, IntentFields } from '#shared/words.ts'

type Row = IntentFields & { id: string; kind: IntentKind; acknowledged_at: Date | null; asked_at: Date | null }

export type TurnIntent = { kind: IntentKind; isNew: boolean; ask: IntentPart[] }

/** Each is confirmed and asked about once. The caller holds the conversation's lock and replies in this transaction. */
export async function takeIntents(
  tx: Tx,
  place: { workspaceId: string; conversationId: string; messageIds: string[]; now: Date },
): Promise<TurnIntent[]> {
  const { workspaceId, conversationId, messageIds, now } = place
  const { rows } =
    await sql<Row>`select id, kind, acknowledged_at, asked_at, what, said_when, how_many, customer_name, phone, address from intents where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
    and state = 'open' and last_message_id = any (${messageIds}::uuid[]) order by created_at for update`.execute(tx)
  if (rows.length === 0) return []
  const asked = rows.map(row => ({ ...row, ask: row.asked_at ? [] : missingParts(row.kind, row) }))
  await sql`update intents set acknowledged_at = coalesce(acknowledged_at, ${now}), asked_at = case when id = any (${asked.filter(row => row.ask.length > 0).map(row => row.id)}::uuid[])
      then ${now}::timestamptz else asked_at end
    where workspace_id = ${workspaceId} and id = any (${rows.map(row => row.id)}::uuid[])`.execute(tx)
  return asked.map(({ kind, acknowledged_at: acknowledgedAt, ask }) => ({ kind, isNew: acknowledgedAt === null, ask }))
}
