import { sql } from 'kysely'
import { addPair, changePair } from '#features/training/pairs/add-pair.ts'
import { sourceColumns } from '#features/training/processing/start-processing.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Source } from '#shared/contracts/training/training.contract.ts'
import { checkVersions } from './check-versions.ts'

type Typed = { question: string; answer: string }

/** A question and its answer: from the next message on, unless they made another answer worse. @throws what `addPair` throws */
export async function writePair(platform: Platform, caller: Caller, input: Typed): Promise<Source> {
  return watchSource(platform, caller, (await addPair(platform, caller, input)).id)
}

/** Other words for a known pair; what it said answers until they do. */
export async function rewritePair(platform: Platform, caller: Caller, input: Typed & { id: string }): Promise<Source> {
  return watchSource(platform, caller, (await changePair(platform, caller, input)).id)
}

/** Looks at once what a source's new version makes of the answers, for somebody who waits to see it. */
export async function watchSource(platform: Platform, { workspaceId }: Caller, id: string): Promise<Source> {
  const read = async () => {
    const { rows } = await platform.db.asService(workspaceId, tx =>
      sql<Source>`select ${sourceColumns} from sources where workspace_id = ${workspaceId} and id = ${id}`.execute(tx),
    )
    return rows[0]!
  }
  const source = await read()
  if (source.status !== 'processing') return source
  const { version } = source
  await checkVersions(platform, { workspace_id: workspaceId, versions: [{ source_id: id, version }] })
  return read()
}
