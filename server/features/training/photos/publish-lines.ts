import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { documentTitle } from '../sources/file-name.ts'
import { savePassages } from '../passages/save-passages.ts'
import { offerVersions } from '../knowledge/publish-version.ts'
import { splitPassages } from '../passages/split-passages.ts'
import { type SourceTask, watchLater } from '../processing/start-processing.ts'
import { type StoredLine, approvedText } from './approved-text.ts'

type SourceLines = { workspace_id: string; source_id: string }
type Found = { title: string; status: string; version: number; reading: number | null; being_read: boolean }

const TOGETHER = { runAt: seconds(2), latestMs: seconds(15) }
const RETRY_DELAY = seconds(10)

export async function publishLinesLater(
  platform: Platform,
  tx: Tx,
  task: SourceLines,
  wait = TOGETHER.runAt,
): Promise<void> {
  const { workspace_id, source_id } = task
  await platform.jobs.enqueue(tx, {
    kind: 'publish lines',
    key: `publish lines:${source_id}`,
    lane: source_id,
    payload: { workspace_id, source_id },
    runAt: after(platform.clock.now(), wait),
    latestMs: TOGETHER.latestMs,
  })
}

export async function publishLines(platform: Platform, task: SourceLines): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Found>`select title, status, version, reading, exists (select from private.replacements r
          where r.workspace_id = s.workspace_id and r.source_id = s.id and r.version <> s.reading) as being_read
      from sources s where workspace_id = ${workspaceId} and id = ${sourceId} and reading is not null
        and status in ('processed', 'processing', 'waiting') for update`.execute(tx)
    const [source] = rows
    if (!source || source.reading === null) return
    // If the new file fails, decisions on the old one still count.
    if (source.being_read) return publishLinesLater(platform, tx, task, RETRY_DELAY)
    const text = await readApproved(tx, { ...task, version: source.reading }, source.title)
    const version = source.status === 'processed' ? source.version + 1 : source.version
    await sql`update sources set status = 'processing', version = ${version}, progress = 60, reason = null
      where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
    await saveApprovedText(
      platform,
      tx,
      { workspace_id: workspaceId, source_id: sourceId, version },
      source.title,
      text,
    )
  })
}

export async function saveApprovedText(
  platform: Platform,
  tx: Tx,
  task: SourceTask,
  title: string,
  text: string,
): Promise<void> {
  const passages = splitPassages({ title: documentTitle(title), text })
  await savePassages(tx, task, { text, pages: [], passages })
  await watchLater(platform, tx, task, 'first')
  await offerVersions(platform, tx, task.workspace_id, [{ source_id: task.source_id, version: task.version }])
}

export async function readApproved(
  tx: Tx,
  { workspace_id, source_id, version }: SourceTask,
  title: string,
): Promise<string> {
  const { rows } = await sql<StoredLine>`select kind, table_number as "table", cells, needs_review, state, said
    from private.recognised_lines where workspace_id = ${workspace_id} and source_id = ${source_id} and reading = ${version}
    order by position`.execute(tx)
  return approvedText(documentTitle(title), rows)
}
