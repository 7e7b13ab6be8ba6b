import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { failSource } from '#features/training/processing/fail-source.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { lockDue, publishVersions, type ReadVersion } from '#features/training/knowledge/publish-version.ts'
import { shadowKnowledge } from '#features/training/knowledge/shadow-knowledge.ts'
import { checkKey } from '#features/training/processing/start-processing.ts'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { compareAnswers, type Comparison, readCases, type Stored } from '../regression/read-cases.ts'
import { readSettings } from '../settings/settings.ts'
import { beginCheck, saveCheck, notifyProgress } from './save-check.ts'

export type CheckTask = { workspace_id: string; versions: ReadVersion[] }

const maxTries = 5
/** The waiting request checks the version itself; if it dies, the queue does it. */
const watchedFor = seconds(10)

export async function admitVersions(platform: Platform, tx: Tx, read: EventCatalogue['version.read']): Promise<void> {
  const { workspace_id: workspaceId, versions, watched } = read
  const { rows } = await sql`select from regression_cases where workspace_id = ${workspaceId} limit 1`.execute(tx)
  if (rows.length === 0) return publishVersions(platform, tx, workspaceId, versions)
  const runAt = watched ? after(platform.clock.now(), watchedFor) : platform.clock.now()
  await checkLater(platform, tx, { workspace_id: workspaceId, versions }, runAt)
}

async function checkLater(platform: Platform, tx: Tx, task: CheckTask, runAt: Date): Promise<void> {
  const [first] = task.versions
  if (!first) return
  // A batch gets its own name, so that a later version of its first source does not join it.
  const key =
    task.versions.length === 1
      ? checkKey(first.source_id)
      : `${checkKey(first.source_id)} v${first.version} +${task.versions.length}`
  const lane = `check ${task.workspace_id}`
  await platform.jobs.enqueue(tx, { kind: 'check versions', key, lane, payload: { ...task }, runAt })
}

/** A batch that makes answers worse is halved to find the culprit, which waits for a person. Safe to run twice or concurrently. */
export async function checkVersions(platform: Platform, task: CheckTask): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      if (await checkOnce(platform, task)) return
    } catch (error) {
      const refused = error instanceof Failure ? refusals.find(code => code === error.code) : undefined
      if (!refused) throw error
      for (const version of task.versions)
        await failSource(platform, { workspace_id: task.workspace_id, ...version }, refused)
      return
    }
  }
  throw new Error('Other changes went live faster than this one could be looked at.')
}

const refusals = ['training.same_file', 'training.pair_exists'] as const

type Begun = { due: ReadVersion[]; cases: Stored[]; settings: BotSettings; waiting: boolean }

async function checkOnce(platform: Platform, task: CheckTask): Promise<boolean> {
  const { workspace_id: workspaceId } = task
  const started = performance.now()
  const { due, cases, settings, waiting } = await begin(platform, task)
  const [single] = due
  if (!single) return true
  const shadow = await shadowKnowledge(platform, workspaceId, tx => publishVersions(platform, tx, workspaceId, due))
  const live = await loadKnowledge(platform, workspaceId)
  if (live.version !== shadow.version) return false
  const isShown = due.length === 1 && !waiting
  const sides = {
    live: { knowledge: live.knowledge, settings, today: dayOf(platform.clock.now()) },
    shadow: { knowledge: shadow.knowledge, settings, today: dayOf(platform.clock.now()) },
  }
  const outcome = await compareAnswers(cases, sides, asked =>
    isShown ? notifyProgress(platform, workspaceId, single, asked, cases.length) : Promise.resolve(),
  )
  return settle(platform, workspaceId, due, outcome, {
    version: live.version,
    settings,
    ms: Math.round(performance.now() - started),
  })
}

async function begin(platform: Platform, { workspace_id: workspaceId, versions }: CheckTask): Promise<Begun> {
  return platform.db.asService(workspaceId, async tx => {
    const due = await lockDue(tx, workspaceId, versions)
    const cases = await readCases(tx, workspaceId)
    const [single] = due
    const waiting = single?.status === 'waiting'
    if (single && due.length === 1 && !waiting) await beginCheck(platform, tx, workspaceId, single, cases.length)
    return { due, cases, settings: await readSettings(tx, workspaceId), waiting }
  })
}

async function settle(
  platform: Platform,
  workspaceId: string,
  asked: ReadVersion[],
  outcome: Comparison,
  beside: { version: number; settings: BotSettings; ms: number },
): Promise<boolean> {
  return platform.db.asService(workspaceId, async tx => {
    const due = await lockDue(tx, workspaceId, asked)
    const { rows } = await sql<{ knowledge_version: number }>`select knowledge_version from workspaces
      where id = ${workspaceId} for no key update`.execute(tx)
    if (due.length !== asked.length || rows[0]?.knowledge_version !== beside.version) return false
    if (!isDeepStrictEqual(await readSettings(tx, workspaceId), beside.settings)) return false
    const [single, ...others] = due
    if (!single) return true
    if (outcome.worse === 0) await publishVersions(platform, tx, workspaceId, due)
    else if (others.length === 0) await saveCheck(platform, tx, workspaceId, single, outcome, beside)
    else await halve(platform, tx, workspaceId, due)
    return true
  })
}

async function halve(platform: Platform, tx: Tx, workspaceId: string, versions: ReadVersion[]): Promise<void> {
  const middle = Math.ceil(versions.length / 2)
  const plain = versions.map(({ source_id, version }) => ({ source_id, version }))
  for (const half of [plain.slice(0, middle), plain.slice(middle)])
    await checkLater(platform, tx, { workspace_id: workspaceId, versions: half }, platform.clock.now())
}
