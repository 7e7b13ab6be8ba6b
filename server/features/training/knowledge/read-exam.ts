import { writeExam } from '#server/answering/examining/write-exam.ts'
import { sql } from 'kysely'
import { dayOf } from '#server/answering/reading/days.ts'
import type { ExamQuestion } from '#shared/contracts/training/facts.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { loadKnowledge } from './load-knowledge.ts'
import type { Trade } from '#shared/contracts/first-steps.contract.ts'
import { guessTrade } from '#shared/rules/bot/guess-trade.ts'
import { stateOf } from '../facts/understood.ts'

export async function readExam(platform: Platform, { workspaceId }: Caller): Promise<ExamQuestion[]> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const holding = knowledge.holdingOn(dayOf(platform.clock.now()))
  const { entries, frequency } = knowledge.compiled
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ name: string; trade: Trade | null }>`select name, trade from workspaces where id = ${workspaceId}`.execute(
      tx,
    ),
  )
  const [shop] = rows
  return writeExam(
    entries.filter(({ place }) => stateOf(holding, place) === 'valid'),
    frequency,
    shop?.trade ?? guessTrade(shop?.name ?? ''),
  )
}
