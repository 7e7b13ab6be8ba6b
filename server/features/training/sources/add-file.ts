import { sql } from 'kysely'
import { reserveOrRefuse } from '#features/usage/reserve.ts'
import type { FileType } from '#shared/contracts/training/training.contract.ts'
import type { Source } from './source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { sourceColumns, startProcessing } from '../processing/start-processing.ts'

export type StoredFile = { id: string; key: string; title: string; type: FileType; size: number; sha256: string }

/**
 * The same bytes return the existing source, status 200, unless that failed.
 * @throws usage.documents_reached
 */
export async function addFile(
  platform: Platform,
  caller: Caller,
  file: StoredFile,
): Promise<{ status: number; source: Source }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Source>`
      insert into sources (id, workspace_id, kind, title, file_key, file_type, size, sha256, status, created_by, created_at)
      values (${file.id}, ${workspaceId}, 'file', ${file.title}, ${file.key}, ${file.type}, ${file.size}, ${file.sha256},
        'processing', ${caller.personId || null}, ${platform.clock.now()})
      on conflict (workspace_id, sha256) where sha256 is not null and status in ('processing', 'waiting', 'processed') do nothing
      returning ${sourceColumns}`.execute(tx)
    const [source] = rows
    if (!source) return { status: 200, source: await sameFile(tx, workspaceId, file.sha256) }
    await reserveOrRefuse(platform, tx, workspaceId, 'documents')
    await dropFailed(platform, tx, workspaceId, file.sha256)
    await platform.jobs.emit(tx, 'source.added', { workspace_id: workspaceId, source_id: source.id })
    await startProcessing(platform, tx, workspaceId, source)
    return { status: 201, source }
  })
}

async function sameFile(tx: Tx, workspaceId: string, sha256: string): Promise<Source> {
  const { rows } = await sql<Source>`select ${sourceColumns} from sources
    where workspace_id = ${workspaceId} and sha256 = ${sha256} and status in ('processing', 'waiting', 'processed')`.execute(
    tx,
  )
  const [source] = rows
  if (!source) throw new Error('The same file was removed in this very moment.')
  return source
}

async function dropFailed(platform: Platform, tx: Tx, workspaceId: string, sha256: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`update sources set status = 'removed'
    where workspace_id = ${workspaceId} and sha256 = ${sha256} and status = 'failed' returning id`.execute(tx)
  for (const { id } of rows) {
    await platform.jobs.enqueue(tx, {
      kind: 'clear source',
      lane: id,
      payload: { workspace_id: workspaceId, source_id: id },
    })
  }
}
