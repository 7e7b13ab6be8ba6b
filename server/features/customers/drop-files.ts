import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

/**
 * After the messages that named them are gone or changed. Many messages and broadcasts may name one upload: it stays until the last
 * of them is gone.
 */
export async function dropUnnamedFiles(tx: Tx, ws: string, files: string[]): Promise<void> {
  if (files.length === 0) return
  const which = sql`o.bucket_id = 'attachments' and o.name like ${`${ws}/%`} and o.name = any (${files}::text[])`
  // Locked, so that of two that drop one file at the same time the later sees what the earlier did.
  await sql`select from storage.objects o where ${which} order by o.name for update`.execute(tx)
  // Written as the index has it.
  await sql`delete from storage.objects o where ${which}
    and not exists (select from messages m where m.workspace_id = ${ws} and m.attachments <> '[]'
      and jsonb_path_query_array(m.attachments, '$[*].file') ? o.name)
    and not exists (select from broadcasts b where b.workspace_id = ${ws} and b.content -> 'picture' ->> 'file' = o.name)`.execute(
    tx,
  )
}
