import { sql } from 'kysely'
import type { Source } from '../sources/source-row.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { cleanPair, type Pair } from './clean-pair.ts'
import { writePairs } from './write-pairs.ts'
import { sourceColumns } from '../processing/start-processing.ts'

/**
 * In the caller's transaction. `by`: the member; `id`: the pair to change; `known`: on a duplicate question ('change' updates that pair).
 * @throws training.pair_empty, training.pair_too_long, training.pair_exists (details.source_id), training.pairs_reached,
 * request.not_found
 */
export async function savePair(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  typed: Pair,
  how: { by: string | null; id?: string; known: 'refuse' | 'change' },
): Promise<Source> {
  const { problem, ...pair } = cleanPair(typed)
  if (problem) throw failure(problem)
  // Lock order: the pair, as publishing does, then the workspace, so that two writers of one question follow each other.
  if (how.id) await mustBePair(tx, workspaceId, how.id)
  else await samePair(tx, workspaceId, pair.folded)
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const same = await samePair(tx, workspaceId, pair.folded)
  if (same && same !== how.id && (how.known === 'refuse' || how.id))
    throw failure('training.pair_exists', { source_id: same })
  const id = how.id ?? same ?? newId()
  await writePairs(platform, tx, workspaceId, [{ ...pair, id }], { by: how.by, watched: true })
  const { rows } =
    await sql<Source>`select ${sourceColumns} from sources where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
  const [source] = rows
  if (!source) throw failure('request.not_found')
  return source
}

async function mustBePair(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const { rows } = await sql`select from sources
    where workspace_id = ${workspaceId} and id = ${id} and kind = 'pair' and status <> 'removed' for update`.execute(tx)
  if (rows.length === 0) throw failure('request.not_found')
}

async function samePair(tx: Tx, workspaceId: string, folded: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from sources
    where workspace_id = ${workspaceId} and kind = 'pair' and status in ('processing', 'waiting', 'processed') and title_folded = ${folded} for update`.execute(
    tx,
  )
  return rows[0]?.id
}
