import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import { retryableReasons } from '#shared/contracts/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { processKey, type SourceTask, watchLater } from './start-processing.ts'

/** Failed files stay in the list to say why; only the newest do, so that they never pile up. */
const FAILED_KEPT = 20

/** A source that cannot be read says why and frees its place among the workspace's documents. Nothing happens when it is not processing. */
export async function failSource(platform: Platform, task: SourceTask, reason: ErrorCode): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  await platform.db.asService(workspaceId, async tx => {
    const failed = await sql`update sources set status = 'failed', reason = ${reason}
      where workspace_id = ${workspaceId} and id = ${sourceId} and version = ${task.version} and status = 'processing' returning id`.execute(
      tx,
    )
    if (failed.rows.length === 0) return
    await giveBack(platform, tx, workspaceId, 'documents')
    await platform.jobs.emit(tx, 'source.failed', { workspace_id: workspaceId, source_id: sourceId, reason })
    const old = await sql<{ id: string }>`update sources set status = 'removed'
      where workspace_id = ${workspaceId} and id in (select id from sources where workspace_id = ${workspaceId} and status = 'failed'
        order by created_at desc, id desc offset ${FAILED_KEPT}) returning id`.execute(tx)
    const clear = old.rows.map(({ id }) => id)
    if (!retryableReasons.includes(reason)) clear.push(sourceId)
    for (const id of clear) {
      await platform.jobs.enqueue(tx, {
        kind: 'clear source',
        lane: id,
        payload: { workspace_id: workspaceId, source_id: id },
      })
    }
  })
}

/**
 * Looks whether a source is still processing. Work that is still in the queue (the server was off, or is busy) gets
 * one more look; what is forgotten, or still not done then, fails.
 */
export async function watchSource(platform: Platform, task: SourceTask & { last: boolean }): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  const waits = await platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`select from private.jobs where kind = 'process source' and key = ${processKey(sourceId)}`.execute(tx)
    if (rows.length === 0 || task.last) return false
    await watchLater(platform, tx, { workspace_id: workspaceId, source_id: sourceId, version }, 'last')
    return true
  })
  if (!waits) await failSource(platform, task, 'training.could_not_read')
}
