import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Recognised } from '../extract/extractor.ts'
import type { SourceTask } from '../processing/start-processing.ts'
import { needsReview } from './approved-text.ts'

/** Idempotent. `fileKey`: of a picture browsers show as is. */
export async function saveLines(tx: Tx, task: SourceTask, found: Recognised, fileKey: string): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  await dropReading(tx, task)
  for (const page of found.pages) {
    const picture = page.picture ? Buffer.from(page.picture, 'base64') : null
    await sql`insert into private.recognised_pages (workspace_id, source_id, reading, page, width, height, file_key, picture)
      values (${workspaceId}, ${sourceId}, ${version}, ${page.number}, ${page.width}, ${page.height}, ${picture ? null : fileKey}, ${picture})`.execute(
      tx,
    )
  }
  const rows = JSON.stringify(
    found.lines.map((line, position) => ({ ...line, position, needs_review: needsReview(line) })),
  )
  await sql`insert into private.recognised_lines (workspace_id, source_id, reading, position, page, kind, table_number, cells, box, cell_boxes, confidence, needs_review)
    select ${workspaceId}::uuid, ${sourceId}::uuid, ${version}::int, position, page, kind, "table", cells, box, cell_boxes, confidence, needs_review
    from jsonb_to_recordset(${rows}::jsonb) as l(position int, page int, kind text, "table" int, cells jsonb, box jsonb, cell_boxes jsonb, confidence int, needs_review boolean)`.execute(
    tx,
  )
  await sql`update sources set reading = ${version} where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(
    tx,
  )
  await countOpen(tx, workspaceId, sourceId)
}

export async function dropReading(tx: Tx, task: SourceTask): Promise<void> {
  const these = sql`workspace_id = ${task.workspace_id} and source_id = ${task.source_id} and reading = ${task.version}`
  await sql`delete from private.recognised_lines where ${these}`.execute(tx)
  await sql`delete from private.recognised_pages where ${these}`.execute(tx)
}

/** Returns how many lines need a look. */
export async function countOpen(tx: Tx, workspaceId: string, sourceId: string): Promise<number> {
  const { rows } = await sql<{ lines_open: number }>`update sources s set
      lines_open = (select count(*) from private.recognised_lines l where ${ownedLines()} and l.needs_review and l.state = 'open'),
      lines_count = (select count(*) from private.recognised_lines l where ${ownedLines()} and (l.needs_review or l.state <> 'open'))
    where workspace_id = ${workspaceId} and id = ${sourceId} returning lines_open`.execute(tx)
  return rows[0]?.lines_open ?? 0
}

function ownedLines() {
  return sql`l.workspace_id = s.workspace_id and l.source_id = s.id and l.reading = s.reading`
}

/** Back to the newest reading up to `version`. */
export async function settleReading(tx: Tx, workspaceId: string, sourceId: string, version: number): Promise<void> {
  const { rows } = await sql`update sources s set reading = (select max(p.reading) from private.recognised_pages p
      where p.workspace_id = s.workspace_id and p.source_id = s.id and p.reading <= ${version})
    where workspace_id = ${workspaceId} and id = ${sourceId} and reading is not null returning id`.execute(tx)
  if (rows.length > 0) await countOpen(tx, workspaceId, sourceId)
}
