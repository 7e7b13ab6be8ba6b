import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { improvement } from '#shared/contracts/bot/bot.contract.ts'
import type { Correction } from '#shared/contracts/bot/bot.results.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import { tryFirst } from '../gate/try-first.ts'
import { watchSource } from '../gate/write-pair.ts'
import { saveCorrection } from './save-correction.ts'
import { settleByAnswer } from '../unanswered/settle.ts'

/** @throws request.not_found, training.answers_worse, and the errors of saving a pair or a wording */
export async function improveAnswer(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof improvement>,
): Promise<Correction> {
  const { workspaceId } = caller
  const about = ({ correction, asked }: { correction: Correction; asked: string }) => [
    correction.question,
    asked,
    ...input.wordings,
  ]
  const { made } = await tryFirst(platform, workspaceId, { ...input, about }, async tx => {
    const asked = await questionOf(tx, workspaceId, input.id)
    const question = input.question ?? asked
    const correction = await saveCorrection(platform, tx, caller, {
      ...input,
      question,
      wordings: [...input.wordings, asked],
      answer_id: input.id,
    })
    await settleByAnswer(platform, tx, caller, input.id, correction.id)
    return { correction, asked }
  })
  const { correction } = made
  const { status } = await watchSource(platform, caller, correction.source_id)
  return { ...correction, waiting: status === 'waiting' }
}

/** @throws request.not_found */
export async function questionOf(tx: Tx, workspaceId: string, answerId: string): Promise<string> {
  const { rows } = await sql<{ written: string | null; understood: string | null }>`
    select (select string_agg(m.text, ' ' order by m.seq) from messages m
        where m.workspace_id = a.workspace_id and m.id = any(a.message_ids) and m.deleted_at is null) as written,
      a.trace #>> '{questions,0,words}' as understood
    from answers a where a.workspace_id = ${workspaceId} and a.id = ${answerId}`.execute(tx)
  const [answer] = rows
  if (!answer) throw failure('request.not_found')
  return oneLine(answer.written ?? answer.understood ?? '')
}
