import { sql } from 'kysely'
import type { Source } from './source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { failSource } from '../processing/fail-source.ts'
import { sourceColumns } from '../processing/start-processing.ts'

/**
 * The previous version keeps answering; without one the source has failed. Returns an idle source unchanged.
 * @throws request.not_found
 */
export async function cancelSource(platform: Platform, caller: Caller, input: { id: string }): Promise<Source> {
  const { workspaceId } = caller
  const find = async (): Promise<Source> => {
    const { rows } = await platform.db.asService(workspaceId, tx =>
      sql<Source>`select ${sourceColumns} from sources
        where workspace_id = ${workspaceId} and id = ${input.id} and parent_id is null and kind <> 'pair' and status <> 'removed'`.execute(
        tx,
      ),
    )
    const [source] = rows
    if (!source) throw failure('request.not_found')
    return source
  }
  const { version, status } = await find()
  if (status === 'processing')
    await failSource(platform, { workspace_id: workspaceId, source_id: input.id, version }, 'training.stopped')
  return find()
}
