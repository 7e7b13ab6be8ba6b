import { sql } from 'kysely'
import { reserveOrRefuse } from '#features/usage/reserve.ts'
import { retryableReasons } from '#shared/contracts/training/training.contract.ts'
import type { Source } from './source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { resyncSource } from '../links/resync-source.ts'
import { sourceColumns, startProcessing } from '../processing/start-processing.ts'

/**
 * Returns a source that has not failed as it is.
 * @throws training.upload_again if only another file helps; usage.documents_reached
 */
export async function retrySource(platform: Platform, caller: Caller, input: { id: string }): Promise<Source> {
  const { workspaceId } = caller
  const again = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<
      Source & { file_key: string | null; sha256: string | null }
    >`select ${sourceColumns}, file_key, sha256 from sources
      where workspace_id = ${workspaceId} and id = ${input.id} and status <> 'removed' for update`.execute(tx)
    const [found] = rows
    if (!found) throw failure('request.not_found')
    const { file_key: fileKey, sha256, ...source } = found
    if (source.kind === 'link') return undefined
    if (source.status !== 'failed') return source
    if (!fileKey || !source.reason || !retryableReasons.includes(source.reason)) throw failure('training.upload_again')
    const { rows: restarted } =
      await sql<Source>`update sources set status = 'processing', reason = null, progress = 0, version = version + 1
      where workspace_id = ${workspaceId} and id = ${input.id} and not exists (select from sources other
        where other.workspace_id = ${workspaceId} and other.sha256 = ${sha256} and other.status in ('processing', 'waiting', 'processed'))
      returning ${sourceColumns}`.execute(tx)
    const [started] = restarted
    if (!started) throw failure('request.conflict')
    await reserveOrRefuse(platform, tx, workspaceId, 'documents')
    await startProcessing(platform, tx, workspaceId, started)
    return started
  })
  return again ?? resyncSource(platform, caller, input)
}
