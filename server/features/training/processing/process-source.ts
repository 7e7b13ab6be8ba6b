import { sql } from 'kysely'
import type { FileType } from '#shared/contracts/training/training.contract.ts'
import { after } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/claim-jobs.ts'
import type { Platform } from '#platform/platform.ts'
import { ExtractError } from '../extract/extractor.ts'
import { extractText, type ReadFile, type ReadLimits } from './extract-text.ts'
import { makeFairSlots } from '#platform/jobs/fair-slots.ts'
import { failSource } from './fail-source.ts'
import { documentTitle } from '../sources/file-name.ts'
import { savePassages } from '../passages/save-passages.ts'
import { saveLines } from '../photos/save-lines.ts'
import { saveApprovedText, readApproved } from '../photos/publish-lines.ts'
import { isTaken, offerVersions } from '../knowledge/publish-version.ts'
import { processKey, type SourceTask } from './start-processing.ts'

type Waiting = { title: string; file_key: string; file_type: FileType }
type Begun = { title: string; file_key: string | null; file_type: FileType | null }

/** Restarts of a vanished reader before the source fails. */
const MAX_TRIES = 3
/** Keeps room in the queue for replies. */
const places = makeFairSlots({ total: 6, each: 2, spare: 4 })
const RETRY_DELAY_MS = 500

/** An older version answers until the new one is published. Idempotent. */
export async function processSource(platform: Platform, task: SourceTask, job: Job): Promise<void> {
  if (!places.enter(task.workspace_id)) return processLater(platform, task)
  try {
    await process(platform, task, job)
  } finally {
    places.leave(task.workspace_id)
  }
}

async function processLater(platform: Platform, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  const runAt = after(platform.clock.now(), RETRY_DELAY_MS)
  await platform.db.asService(workspaceId, tx =>
    platform.jobs.enqueue(tx, {
      kind: 'process source',
      key: processKey(sourceId),
      lane: sourceId,
      payload: { ...task },
      runAt,
    }),
  )
}

async function process(platform: Platform, task: SourceTask, job: Job): Promise<void> {
  const source = await begin(platform, task)
  if (!source) return
  // An imported workspace's may lack its file.
  if (!hasFile(source)) return failSource(platform, task, 'training.could_not_read')
  try {
    const read = await readFile(platform, task, source)
    if (read.passages.length === 0 && !read.recognised) throw new ExtractError('empty')
    if (await saveRead(platform, task, source, read)) return
    await failSource(platform, task, 'training.same_file')
  } catch (error) {
    if (error instanceof ExtractError) return failSource(platform, task, `training.${error.reason}`)
    if (job.attempts < MAX_TRIES) throw error
    platform.log.error({ source: task.source_id, error }, 'A source could not be read')
    await failSource(platform, task, 'training.could_not_read')
  }
}

function hasFile(source: Begun): source is Begun & Waiting {
  return source.file_key !== null && source.file_type !== null
}

async function begin(platform: Platform, task: SourceTask): Promise<Begun | undefined> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<Begun>`update sources s set progress = 20
      from (select source_id, coalesce(r.title, o.title) as title, coalesce(r.file_key, o.file_key) as file_key,
          coalesce(r.file_type, o.file_type) as file_type
        from (select id as source_id, title, file_key, file_type from sources where workspace_id = ${workspaceId} and id = ${sourceId}) o
        left join private.replacements r using (source_id)) f
      where s.workspace_id = ${workspaceId} and s.id = f.source_id and s.version = ${version} and s.status = 'processing'
      returning f.title, f.file_key, f.file_type`.execute(tx),
  )
  return rows[0]
}

async function readFile(platform: Platform, task: SourceTask, source: Waiting): Promise<ReadFile> {
  const copy = await platform.files.local(source.file_key)
  const title = documentTitle(source.title)
  const read = (type: FileType | 'scan'): Promise<ReadFile> =>
    extractText(task.workspace_id, { type, path: copy.path, title }, limitsOf(platform, type))
  try {
    return await read(source.file_type)
  } catch (error) {
    if (!(error instanceof ExtractError) || error.reason !== 'no_text' || source.file_type !== 'pdf') throw error
    return await read('scan')
  } finally {
    await copy.release()
  }
}

function limitsOf({ config }: Platform, type: FileType | 'scan'): Partial<ReadLimits> {
  if (type === 'pdf' || type === 'docx' || type === 'txt')
    return { cpuMilliseconds: config.TRAINING_CPU_SECONDS * 1000 }
  return { cpuMilliseconds: config.PICTURE_CPU_SECONDS * 1000, memoryMegabytes: config.PICTURE_MEMORY_MB }
}

/** Returns false if another source took the file first. */
async function saveRead(platform: Platform, task: SourceTask, source: Waiting, read: ReadFile): Promise<boolean> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  return platform.db.asService(workspaceId, async tx => {
    const held = await sql`select from sources
      where workspace_id = ${workspaceId} and id = ${sourceId} and version = ${version} and status = 'processing' for update`.execute(
      tx,
    )
    if (held.rows.length === 0) return true
    if (await isTaken(tx, task)) return false
    await sql`update sources set progress = 60 where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
    if (read.recognised) {
      await saveLines(tx, task, read.recognised, source.file_key)
      await saveApprovedText(platform, tx, task, source.title, await readApproved(tx, task, source.title))
      return true
    }
    await savePassages(tx, task, read)
    await sql`update sources set reading = null, lines_open = 0, lines_count = 0
      where workspace_id = ${workspaceId} and id = ${sourceId} and reading is not null`.execute(tx)
    await offerVersions(platform, tx, workspaceId, [{ source_id: sourceId, version }])
    return true
  })
}
