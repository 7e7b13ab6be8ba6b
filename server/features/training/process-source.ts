import { sql } from 'kysely'
import type { FileType } from '#shared/contracts/training.contract.ts'
import type { Tx } from '#platform/database.ts'
import { newId } from '#platform/ids.ts'
import type { Job } from '#platform/jobs.ts'
import type { Platform } from '#platform/platform.ts'
import { ExtractError } from './extract/extractor.ts'
import { extractText, type ReadFile } from './extract-text.ts'
import { failSource } from './fail-source.ts'
import { documentTitle } from './file-name.ts'
import { bumpKnowledge } from './knowledge-version.ts'
import type { SplitPassage } from './split-passages.ts'
import type { SourceTask } from './start-processing.ts'

type Waiting = { title: string; file_key: string; file_type: FileType }

/** A reader that vanished is started again this often before the source fails. */
const TRIES = 3
const ROWS_AT_ONCE = 1_000

/**
 * Reads a source's file into passages. They appear in one transaction with the source's new state; until then an older
 * version answers. Run twice, or after the source was removed, it changes nothing.
 */
export async function processSource(platform: Platform, task: SourceTask, job: Job): Promise<void> {
  const source = await begin(platform, task)
  if (!source) return
  try {
    const read = await readFile(platform, source)
    if (read.passages.length === 0) throw new ExtractError('empty')
    await publish(platform, task, read)
  } catch (error) {
    if (error instanceof ExtractError) return failSource(platform, task, `training.${error.reason}`)
    if (job.attempts < TRIES) throw error
    platform.log.error({ source: task.source_id, error }, 'A source could not be read')
    await failSource(platform, task, 'training.could_not_read')
  }
}

async function begin(platform: Platform, task: SourceTask): Promise<Waiting | undefined> {
  const { rows } = await platform.db.asService(task.workspace_id, tx =>
    sql<Waiting>`update sources set progress = 20
      where workspace_id = ${task.workspace_id} and id = ${task.source_id} and version = ${task.version} and status = 'processing'
      returning title, file_key, file_type`.execute(tx),
  )
  return rows[0]
}

async function readFile(platform: Platform, source: Waiting): Promise<ReadFile> {
  const copy = await platform.files.local(source.file_key)
  return extractText({ type: source.file_type, path: copy.path, title: documentTitle(source.title) }).finally(
    copy.release,
  )
}

async function publish(platform: Platform, task: SourceTask, read: ReadFile): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  await platform.db.asService(workspaceId, async tx => {
    const done = await sql`update sources set status = 'processed', progress = 100, reason = null,
        passages_count = ${read.passages.length}, processed_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${sourceId} and version = ${version} and status = 'processing' returning id`.execute(
      tx,
    )
    if (done.rows.length === 0) return
    await sql`delete from passages where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(tx)
    await sql`delete from private.source_texts where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(
      tx,
    )
    await sql`insert into private.source_texts (workspace_id, source_id, version, text, pages)
      values (${workspaceId}, ${sourceId}, ${version}, ${read.text}, ${JSON.stringify(read.pages)}::jsonb)`.execute(tx)
    for (let i = 0; i < read.passages.length; i += ROWS_AT_ONCE) {
      await insertPassages(tx, task, read.passages.slice(i, i + ROWS_AT_ONCE))
    }
    await platform.jobs.emit(tx, 'source.processed', { workspace_id: workspaceId, source_id: sourceId })
    await bumpKnowledge(platform, tx, workspaceId)
  })
}

async function insertPassages(tx: Tx, task: SourceTask, passages: SplitPassage[]): Promise<void> {
  const rows = JSON.stringify(passages.map(passage => ({ id: newId(), ...passage })))
  await sql`insert into passages (id, workspace_id, source_id, version, position, heading, text, "start", "end", live)
    select id, ${task.workspace_id}::uuid, ${task.source_id}::uuid, ${task.version}::int, position, heading, text, "start", "end", true
    from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, position int, heading text, text text, "start" int, "end" int)`.execute(
    tx,
  )
}
