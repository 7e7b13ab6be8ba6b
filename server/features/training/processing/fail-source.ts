import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { retryableReasons } from '#shared/contracts/training/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropNewVersion } from '../knowledge/drop-new-version.ts'
import { checkKey, processKey, type SourceTask, watchLater } from './start-processing.ts'

/** Keeps the newest failed files, so that they do not pile up. */
const MAX_FAILED = 20

type Failing = { kind: 'file' | 'link' | 'pair'; resync_days: number | null; answers: boolean }

/** Frees its document slot, unless an older version still answers. Does nothing if it is not processing. */
export async function failSource(platform: Platform, task: SourceTask, reason: ErrorCode): Promise<void> {
  await platform.db.asService(task.workspace_id, async tx => {
    const failing = await lockProcessing(tx, task)
    if (!failing) return
    await dropNewVersion(platform, tx, task)
    if (failing.answers) await returnToOldVersion(platform, tx, task, failing, reason)
    else await fail(platform, tx, task, failing, reason)
  })
}

async function lockProcessing(tx: Tx, task: SourceTask): Promise<Failing | undefined> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  await sql`select from sources where workspace_id = ${workspaceId} and id = ${sourceId} for update`.execute(tx)
  const { rows } =
    await sql<Failing>`select kind, resync_days, exists (select from passages p where p.workspace_id = ${workspaceId} and p.live
      and (p.source_id = s.id or p.source_id in (select id from sources where workspace_id = ${workspaceId} and parent_id = s.id))) as answers
    from sources s where workspace_id = ${workspaceId} and id = ${sourceId} and version = ${task.version} and status = 'processing'`.execute(
      tx,
    )
  return rows[0]
}

async function returnToOldVersion(
  platform: Platform,
  tx: Tx,
  task: SourceTask,
  failing: Failing,
  reason: ErrorCode,
): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  // Most website failures pass: retried the next day.
  const again = failing.resync_days === null ? null : after(platform.clock.now(), days(1))
  await sql`update sources set status = 'processed', progress = 100, reason = ${reason}, resync_at = ${again}
    where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
  await notifyFailure(platform, tx, task, reason)
}

async function fail(platform: Platform, tx: Tx, task: SourceTask, failing: Failing, reason: ErrorCode): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  await sql`update sources set status = 'failed', reason = ${reason}, resync_at = null
    where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
  // Pairs take none.
  if (failing.kind !== 'pair') await giveBack(platform, tx, workspaceId, 'documents')
  await notifyFailure(platform, tx, task, reason)
  const old = await sql<{ id: string }>`update sources set status = 'removed'
    where workspace_id = ${workspaceId} and id in (select id from sources
      where workspace_id = ${workspaceId} and status = 'failed' and parent_id is null
      order by created_at desc, id desc offset ${MAX_FAILED}) returning id`.execute(tx)
  const clear = old.rows.map(({ id }) => id)
  if (failing.kind === 'file' && !retryableReasons.includes(reason)) clear.push(sourceId)
  for (const id of clear) {
    await platform.jobs.enqueue(tx, {
      kind: 'clear source',
      lane: id,
      payload: { workspace_id: workspaceId, source_id: id },
    })
  }
}

async function notifyFailure(platform: Platform, tx: Tx, task: SourceTask, reason: ErrorCode): Promise<void> {
  if (reason === 'training.stopped') return
  const { workspace_id, source_id } = task
  await platform.jobs.emit(tx, 'source.failed', { workspace_id, source_id, reason })
}

/** Work still queued gets one more look; lost or unfinished work fails. */
export async function watchSource(platform: Platform, task: SourceTask & { last: boolean }): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  const waits = await platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`select from private.jobs where key in (${processKey(sourceId)}, ${checkKey(sourceId)})`.execute(tx)
    if (rows.length === 0 || task.last) return false
    await watchLater(platform, tx, { workspace_id: workspaceId, source_id: sourceId, version }, 'last')
    return true
  })
  if (!waits) await failSource(platform, task, 'training.could_not_read')
}
