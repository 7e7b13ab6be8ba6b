import { sql } from 'kysely'
import { addPair, changePair } from '#features/training/pairs/add-pair.ts'
import { sourceColumns } from '#features/training/processing/start-processing.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Source } from '#features/training/sources/source-row.ts'
import { teachPair } from '#features/training/pairs/teach-answer.ts'
import type { Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { checkVersions } from './check-versions.ts'
import { tryFirst } from './try-first.ts'

type Typed = { question: string; answer: string; wordings: string[]; confirm: Confirm }

/** @throws what `addPair` throws */
export async function writePair(platform: Platform, caller: Caller, input: Typed): Promise<Source> {
  const id =
    input.wordings.length > 0 ? await teach(platform, caller, input) : (await addPair(platform, caller, input)).id
  return watchSource(platform, caller, id)
}

export async function rewritePair(platform: Platform, caller: Caller, input: Typed & { id: string }): Promise<Source> {
  const id =
    input.wordings.length > 0 ? await teach(platform, caller, input) : (await changePair(platform, caller, input)).id
  return watchSource(platform, caller, id)
}

/** @throws training.answers_worse */
async function teach(platform: Platform, { workspaceId, personId }: Caller, input: Typed & { id?: string }) {
  const how = { known: 'refuse' as const, ...(input.id ? { id: input.id } : {}) }
  const about = () => [input.question, ...input.wordings]
  const { made } = await tryFirst(platform, workspaceId, { confirm: input.confirm, about }, tx =>
    teachPair(platform, tx, workspaceId, { ...input, by: personId || null }, how),
  )
  return made.source_id
}

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
