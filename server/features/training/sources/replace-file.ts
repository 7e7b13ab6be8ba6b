import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Source } from './source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { StoredFile } from './add-file.ts'
import { dropNewVersion } from '../knowledge/drop-new-version.ts'
import { sourceColumns, startProcessing } from '../processing/start-processing.ts'
import { takeFile, type Uploaded } from './upload-file.ts'

/**
 * The old file answers until the new one is read.
 * @throws request.not_found, training.same_file, and upload errors
 */
export async function replaceFile(
  platform: Platform,
  caller: Caller,
  sourceId: string,
  request: FastifyRequest,
): Promise<Uploaded> {
  await mustBeFile(platform, caller, sourceId)
  return takeFile(platform, caller, request, file => putNewVersion(platform, caller, sourceId, file))
}

async function mustBeFile(platform: Platform, caller: Caller, sourceId: string): Promise<void> {
  const { rows } = await platform.db.asService(caller.workspaceId, tx =>
    sql`select from sources where workspace_id = ${caller.workspaceId} and id = ${sourceId} and kind = 'file'
      and status in ('processed', 'processing', 'waiting')`.execute(tx),
  )
  if (rows.length === 0) throw failure('request.not_found')
}

/** @throws request.not_found, training.same_file with the `source_id` that has it */
export async function putNewVersion(
  platform: Platform,
  caller: Caller,
  sourceId: string,
  file: StoredFile,
): Promise<Uploaded> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Source & { sha256: string | null }>`select ${sourceColumns}, sha256 from sources
      where workspace_id = ${workspaceId} and id = ${sourceId} and kind = 'file' and status in ('processed', 'processing', 'waiting') for update`.execute(
      tx,
    )
    const [found] = rows
    if (!found) throw failure('request.not_found')
    const { sha256, ...source } = found
    if (sha256 === file.sha256) return { status: 200, source, isStored: false }
    const other = await sql<{
      id: string
    }>`select id from sources where workspace_id = ${workspaceId} and sha256 = ${file.sha256}
      and status in ('processing', 'waiting', 'processed')`.execute(tx)
    if (other.rows[0]) throw failure('training.same_file', { source_id: other.rows[0].id })
    if (source.status !== 'processed')
      await dropNewVersion(platform, tx, { workspace_id: workspaceId, source_id: sourceId, version: source.version })
    const started =
      await sql<Source>`update sources set status = 'processing', version = version + 1, progress = 0, reason = null, changed_by = ${caller.personId || null}
      where workspace_id = ${workspaceId} and id = ${sourceId} returning ${sourceColumns}`.execute(tx)
    const next = started.rows[0] ?? source
    await sql`insert into private.replacements (workspace_id, source_id, version, file_key, file_type, title, size, sha256)
      values (${workspaceId}, ${sourceId}, ${next.version}, ${file.key}, ${file.type}, ${file.title}, ${file.size}, ${file.sha256})`.execute(
      tx,
    )
    await startProcessing(platform, tx, workspaceId, next)
    return { status: 202, source: next, isStored: true }
  })
}
