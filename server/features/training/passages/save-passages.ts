import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { ReadFile } from '../processing/extract-text.ts'
import { passageHash } from './passage-hash.ts'
import type { SourceTask } from '../processing/start-processing.ts'

const ROWS_AT_ONCE = 1_000

/** Not live until `showVersion`; idempotent. */
export async function savePassages(
  tx: Tx,
  task: SourceTask,
  read: Pick<ReadFile, 'text' | 'pages' | 'passages'>,
): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  await dropVersion(tx, task)
  await sql`insert into private.source_texts (workspace_id, source_id, version, text, pages)
    values (${workspaceId}, ${sourceId}, ${version}, ${read.text}, ${JSON.stringify(read.pages)}::jsonb)`.execute(tx)
  for (let i = 0; i < read.passages.length; i += ROWS_AT_ONCE) {
    const part = read.passages.slice(i, i + ROWS_AT_ONCE)
    const rows = JSON.stringify(part.map(passage => ({ id: newId(), text_hash: passageHash(passage), ...passage })))
    await sql`insert into passages (id, workspace_id, source_id, version, position, heading, text, "start", "end", text_hash, live)
      select id, ${workspaceId}::uuid, ${sourceId}::uuid, ${version}::int, position, heading, text, "start", "end", text_hash, false
      from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, position int, heading text, text text, "start" int, "end" int, text_hash text)`.execute(
      tx,
    )
  }
}

/** Earlier versions stay for restoring. */
export async function showVersion(tx: Tx, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  await sql`update passages set live = (version = ${version})
    where workspace_id = ${workspaceId} and source_id = ${sourceId} and live <> (version = ${version})`.execute(tx)
}

export async function dropVersion(tx: Tx, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  const these = sql`workspace_id = ${workspaceId} and source_id = ${sourceId} and version = ${version}`
  await sql`delete from passages where ${these}`.execute(tx)
  await sql`delete from private.source_texts where ${these}`.execute(tx)
}
