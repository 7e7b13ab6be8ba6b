import { sql } from 'kysely'
import type { z } from 'zod'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { changedCase } from '#shared/contracts/bot/bot.contract.ts'
import type { RegressionCase } from '#shared/contracts/bot/bot.results.ts'
import { checkAgainLater } from '../gate/check-again.ts'
import { readSettings } from '../settings/settings.ts'
import { type Case, judgeCase } from './judge-case.ts'
import { caseColumns } from './save-case.ts'

/** @throws request.not_found, request.invalid */
export async function changeCase(
  platform: Platform,
  { workspaceId }: Caller,
  input: { id: string } & z.output<typeof changedCase>,
): Promise<RegressionCase> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  return platform.db.asService(workspaceId, async tx => {
    const { rows: found } = await sql<Case>`select question, act, expected, source_id from regression_cases
      where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(tx)
    const [known] = found
    if (!known) throw failure('request.not_found')
    const next = changed(known, input)
    const { right, act, reply, confidence } = judgeCase(
      { knowledge, settings: await readSettings(tx, workspaceId), today: dayOf(platform.clock.now()) },
      next,
    )
    const { rows } =
      await sql<RegressionCase>`update regression_cases set question = ${next.question}, act = ${next.act},
        expected = ${next.expected}::text[], source_id = ${next.source_id}, last_right = ${right}, last_act = ${act}, last_reply = ${reply},
        last_confidence = ${confidence}, updated_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${input.id} returning ${caseColumns}`.execute(tx)
    await checkAgainLater(platform, tx, { workspace_id: workspaceId })
    return rows[0]!
  })
}

function changed(known: Case, input: z.output<typeof changedCase>): Case {
  const question = input.question ?? known.question
  const act = input.act ?? (input.expected === undefined ? known.act : 'answer')
  if (act !== 'answer') return { question, act, expected: [], source_id: null }
  if (input.expected !== undefined) return { question, act, expected: [input.expected].flat(), source_id: null }
  if (known.expected.length === 0 && known.source_id === null) throw failure('request.invalid')
  return { ...known, question, act }
}
