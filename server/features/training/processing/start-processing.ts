import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

export const sourceColumns = sql.raw(
  `id, kind, parent_id, title, answer, url, file_type, size, status, reason, version, live_version, progress, passages_count, lines_open, lines_count, link_mode,
   pages_found, pages_read, pages_failed, resync_days, resync_at, synced_at, created_at, processed_at`,
)

export type SourceTask = { workspace_id: string; source_id: string; version: number }

/** Together the longest a source can be "processing". */
const CHECK_AFTER = { first: minutes(8), last: minutes(2) }

export function processKey(sourceId: string): string {
  return `process source:${sourceId}`
}

export function checkKey(sourceId: string): string {
  return `check version:${sourceId}`
}

export async function startProcessing(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  source: { id: string; version: number },
): Promise<void> {
  const payload: SourceTask = { workspace_id: workspaceId, source_id: source.id, version: source.version }
  await platform.jobs.enqueue(tx, { kind: 'process source', key: processKey(source.id), lane: source.id, payload })
  await watchLater(platform, tx, payload, 'first')
}

/** In no lane, so as not to wait behind the reader it watches. */
export async function watchLater(platform: Platform, tx: Tx, task: SourceTask, check: 'first' | 'last'): Promise<void> {
  const runAt = after(platform.clock.now(), CHECK_AFTER[check])
  const payload = { ...task, last: check === 'last' }
  await platform.jobs.enqueue(tx, { kind: 'watch source', key: `watch source:${task.source_id}`, payload, runAt })
}
