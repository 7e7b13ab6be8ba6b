import { isDeepStrictEqual } from 'node:util'
import type { Knowledge } from '#features/training/knowledge.ts'
import { knowledgeVersion } from '#features/training/knowledge-version.ts'
import { loadKnowledge } from '#features/training/load-knowledge.ts'
import { shadowKnowledge } from '#features/training/shadow-knowledge.ts'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { BotSettings } from '#shared/contracts/bot-settings.contract.ts'
import { compareKnowledge, type Comparison, readCases, type Stored } from '../regression/read-cases.ts'
import { readSettings } from '../settings.ts'

/** What a change made of the answers; `version`: the knowledge that answers since. */
export type Tried<T> = Comparison & { made: T; version: number }

/** What went live meanwhile is looked at together with the change; so often in a row, then the person tries again. */
const mostTries = 5

class Overtaken extends Error {}

/**
 * Makes a change that answers from its transaction's end on, for a person who waits for it. The test questions are asked of what
 * the bot would know: nothing worse, and it is made; else it is asked back first, with those answers in `details`, and made when
 * `confirm` says that they have been seen. Without test questions it is made at once.
 * @param how.except the correction whose own test question goes with it
 * @param change is run up to several times, each in a transaction of its own that is rolled back unless it is the last
 * @throws training.answers_worse, training.check_changed, and what the change throws
 */
export async function tryFirst<T>(
  platform: Platform,
  workspaceId: string,
  how: { confirm: boolean; except?: string },
  change: (tx: Tx) => Promise<T>,
): Promise<Tried<T>> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { cases, settings } = await platform.db.asService(workspaceId, async tx => ({
      cases: await readCases(tx, workspaceId, how.except),
      settings: await readSettings(tx, workspaceId),
    }))
    if (cases.length === 0) return { ...(await make(platform, workspaceId, change))!, ...nothing }
    const shadow = await shadowKnowledge(platform, workspaceId, change)
    const live = await loadKnowledge(platform, workspaceId)
    if (live.version !== shadow.version) continue
    const outcome = await compare(cases, settings, { live: live.knowledge, shadow: shadow.knowledge })
    const { details, ...counts } = outcome
    if (counts.worse > 0 && !how.confirm) throw failure('training.answers_worse', { ...counts, details })
    const done = await make(platform, workspaceId, change, shadow.after)
    if (done) return { ...done, ...outcome }
  }
  throw failure('training.check_changed')
}

const nothing: Comparison = { total: 0, better: 0, worse: 0, changed: 0, details: [] }

/** Where the same passages answer by the same wordings, nothing has to be asked. */
async function compare(cases: Stored[], settings: BotSettings, knowledge: { live: Knowledge; shadow: Knowledge }) {
  const same = isDeepStrictEqual(knowledge.live.passages, knowledge.shadow.passages)
  return same ? { ...nothing, total: cases.length } : compareKnowledge(cases, settings, knowledge)
}

/**
 * @param asked the version that was asked, the change with it
 * @returns undefined when by now the change would make another one: nothing was changed
 */
async function make<T>(
  platform: Platform,
  workspaceId: string,
  change: (tx: Tx) => Promise<T>,
  asked?: number,
): Promise<{ made: T; version: number } | undefined> {
  try {
    return await platform.db.asService(workspaceId, async tx => {
      const made = await change(tx)
      const version = await knowledgeVersion(tx, workspaceId)
      if (asked !== undefined && version !== asked) throw new Overtaken()
      return { made, version }
    })
  } catch (error) {
    if (error instanceof Overtaken) return undefined
    throw error
  }
}
