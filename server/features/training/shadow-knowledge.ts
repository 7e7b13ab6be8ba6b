import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type Loaded, readKnowledge } from './load-knowledge.ts'

class NotNow extends Error {}

/**
 * What the bot would know after a change: the change is made, read, and taken back, all in one transaction, so that what is tried
 * is what would answer. `version` is the one beside which it was tried. @throws what the change throws
 */
export async function shadowKnowledge(
  platform: Platform,
  workspaceId: string,
  change: (tx: Tx) => Promise<void>,
): Promise<Loaded> {
  let read: (() => Loaded) | undefined
  try {
    await platform.db.asService(workspaceId, async tx => {
      await change(tx)
      read = await readKnowledge(tx, workspaceId)
      throw new NotNow()
    })
  } catch (error) {
    if (!(error instanceof NotNow) || !read) throw error
  }
  const { knowledge, version } = read!()
  return { knowledge, version: version - 1 }
}
