import { setImmediate as breathe } from 'node:timers/promises'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { casesNeeded } from '#shared/contracts/bot/gate.contract.ts'
import type { ErrorRate } from '#shared/contracts/bot/gate.results.ts'
import { type Judge, judgeCase } from '../regression/judge-case.ts'
import { readCases, type Stored } from '../regression/read-cases.ts'
import { readSettings } from '../settings/settings.ts'
import { developmentRates, defaultThreshold } from './development-rates.ts'
import { type Judged, rateAt, stepsOf } from './rates.ts'

const READS = { max: 60, windowMs: minutes(10) }

/** People keep questions that are answered right, so their test questions alone would allow any threshold. */
const minThreshold = developmentRates.at(-1)?.threshold ?? defaultThreshold

/** Measured on the workspace's test questions, or on the development shops' if too few. Uses the embedded answerer, which is free. */
export async function readErrorRate(platform: Platform, { workspaceId }: Caller): Promise<ErrorRate> {
  await limit(platform, `error rate:${workspaceId}`, READS)
  const { cases, settings } = await platform.db.asService(workspaceId, async tx => ({
    cases: await readCases(tx, workspaceId),
    settings: await readSettings(tx, workspaceId),
  }))
  const counts = { cases: cases.length, unanswerable: cases.filter(one => one.act !== 'answer').length }
  if (cases.length < casesNeeded) return { basis: 'development', ...counts, steps: [...developmentRates], now: null }
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const judged = await judgeAll({ knowledge, settings, today: dayOf(platform.clock.now()) }, cases)
  const threshold = settings.threshold ?? defaultThreshold
  const now = { threshold, ...rateAt(judged, threshold) }
  return { basis: 'own', ...counts, steps: stepsOf(judged, minThreshold), now }
}

async function judgeAll(judge: Judge, cases: Stored[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const one of cases) {
    const { act, right, confidence } = judgeCase({ ...judge, settings: { ...judge.settings, threshold: 0 } }, one)
    const answers = act === 'answer' || act === 'clarify'
    judged.push({ confidence, answers, right, weight: 1 })
    await breathe()
  }
  return judged
}
