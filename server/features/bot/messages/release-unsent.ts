import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

/** With these reasons a message only waits, so its answer still counts. */
const onlyWaits = new Set(['channel', 'quota'])

/** Uncounts an answer of which nothing reached the customer; once per answer. */
export async function releaseUnsent(
  platform: Platform,
  tx: Tx,
  unsent: { workspace_id: string; message_id: string; reason?: string },
): Promise<void> {
  if (unsent.reason !== undefined && onlyWaits.has(unsent.reason)) return
  const { rows } = await sql`update answers a set silent_reason = 'not_sent'
    where a.workspace_id = ${unsent.workspace_id} and a.silent_reason is null and coalesce(a.trace ->> 'rule', '') <> 'outside_hours'
      and a.id = (select answer_id from messages where workspace_id = ${unsent.workspace_id} and id = ${unsent.message_id} and author = 'bot')
      and not exists (select from messages other where other.workspace_id = a.workspace_id and other.answer_id = a.id
        and other.status not in ('failed', 'held'))
    returning a.id`.execute(tx)
  if (rows.length > 0) await giveBack(platform, tx, unsent.workspace_id, 'messages')
}
