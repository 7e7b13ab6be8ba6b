import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { heldVersion } from '#features/training/knowledge/knowledge-version.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { shadowKnowledge } from '#features/training/knowledge/shadow-knowledge.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { AnswersWorse, Confirm } from '#shared/contracts/bot/gate.contract.ts'
import {
  casesBeside,
  compareAnswers,
  type Comparison,
  readCases,
  type Sides,
  type Stored,
} from '../regression/read-cases.ts'
import { bearingOf, readSettings } from '../settings/settings.ts'

/** `version`: of the knowledge that answers from now on. */
export type Tried<T> = Comparison & { made: T; version: number }

const maxTries = 5

class Overtaken extends Error {}

/**
 * Makes the change unless test questions get worse; then `confirm` must name exactly these answers.
 * @param how.except the correction whose own test question goes with it
 * @param change may run several times, rolled back unless the last
 * @throws training.answers_worse, training.check_changed, and what the change throws
 */
export async function tryFirst<T>(
  platform: Platform,
  workspaceId: string,
  how: { confirm: Confirm; except?: string; about?: (made: T) => readonly string[] },
  change: (tx: Tx) => Promise<T>,
): Promise<Tried<T>> {
  for (let tries = 0; tries < maxTries; tries++) {
    const { cases, settings } = await platform.db.asService(workspaceId, async tx => ({
      cases: await readCases(tx, workspaceId, how.except),
      settings: await readSettings(tx, workspaceId),
    }))
    if (cases.length === 0) return { ...(await make(platform, workspaceId, change))!, ...nothing }
    let chosen = settings
    let about: readonly string[] = []
    const shadow = await shadowKnowledge(platform, workspaceId, async tx => {
      const made = await change(tx)
      about = how.about?.(made) ?? []
      chosen = await readSettings(tx, workspaceId)
    })
    const live = await loadKnowledge(platform, workspaceId)
    if (live.version !== shadow.version) continue
    const outcome = await compare(casesBeside(cases, about), {
      live: { knowledge: live.knowledge, settings, today: dayOf(platform.clock.now()) },
      shadow: { knowledge: shadow.knowledge, settings: chosen, today: dayOf(platform.clock.now()) },
    })
    const worse: AnswersWorse = { ...outcome, digest: digestOf(outcome.details) }
    const isSeen = how.confirm === true || how.confirm === worse.digest
    if (worse.worse > 0 && !isSeen) throw failure('training.answers_worse', worse)
    const done = await make(platform, workspaceId, change, { version: shadow.after, settings: chosen })
    if (done) return { ...done, ...outcome }
  }
  throw failure('training.check_changed')
}

const nothing: Comparison = { total: 0, better: 0, worse: 0, changed: 0, details: [] }

/** A confirmation counts only for exactly these worse answers. */
function digestOf(details: RunDetail[]): string {
  const worse = details
    .filter(({ verdict }) => verdict === 'worse')
    .map(one => [one.case_id, one.now.act, one.now.reply])
  return createHash('sha256').update(JSON.stringify(worse)).digest('base64url').slice(0, 22)
}

async function compare(cases: Stored[], { live, shadow }: Sides): Promise<Comparison> {
  const isSame =
    isDeepStrictEqual(bearingOf(live.settings), bearingOf(shadow.settings)) &&
    isDeepStrictEqual(live.knowledge.passages, shadow.knowledge.passages)
  return isSame ? { ...nothing, total: cases.length } : compareAnswers(cases, { live, shadow })
}

async function make<T>(
  platform: Platform,
  workspaceId: string,
  change: (tx: Tx) => Promise<T>,
  asked?: { version: number; settings: BotSettings },
): Promise<{ made: T; version: number } | undefined> {
  try {
    return await platform.db.asService(workspaceId, async tx => {
      const made = await change(tx)
      const version = await heldVersion(tx, workspaceId)
      const isAsked =
        !asked || (version === asked.version && isDeepStrictEqual(await readSettings(tx, workspaceId), asked.settings))
      if (!isAsked) throw new Overtaken()
      return { made, version }
    })
  } catch (error) {
    if (error instanceof Overtaken) return undefined
    throw error
  }
}
