import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { knowledgeVersion } from './knowledge-version.ts'
import { type Loaded, loadKnowledge, readKnowledge } from './load-knowledge.ts'

class NotNow extends Error {}

/** `version`: tested against; `after`: the one it would become. */
type Shadow = Loaded & { after: number }

/**
 * Makes the change, reads the result and rolls back, so tests see exactly what would answer.
 * @throws what `change` throws
 */
export async function shadowKnowledge(
  platform: Platform,
  workspaceId: string,
  change: (tx: Tx) => Promise<unknown>,
): Promise<Shadow> {
  let read: (() => Loaded) | undefined
  let version = 0
  let isSame = false
  try {
    await platform.db.asService(workspaceId, async tx => {
      version = await knowledgeVersion(tx, workspaceId)
      await change(tx)
      isSame = (await knowledgeVersion(tx, workspaceId)) === version
      if (!isSame) read = await readKnowledge(tx, workspaceId)
      throw new NotNow()
    })
  } catch (error) {
    if (!(error instanceof NotNow)) throw error
  }
  if (isSame) {
    const live = await loadKnowledge(platform, workspaceId)
    return { ...live, after: live.version }
  }
  const { knowledge, version: after } = read!()
  return { knowledge, version, after }
}
