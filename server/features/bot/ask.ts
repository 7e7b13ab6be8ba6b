import { z } from 'zod'
import { loadKnowledge } from '#features/training/load-knowledge.ts'
import { sql } from 'kysely'
import type { Caller } from '#platform/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { answerMessage } from './answer-message.ts'
import { keepAnswer } from './keep-answer.ts'

export const askBody = z.object({
  text: z.string().min(1).max(4000),
  history: z
    .array(z.object({ role: z.enum(['customer', 'bot']), text: z.string().max(4000) }))
    .max(12)
    .default([]),
})

/** The playground: the path that customers get, without sending and without counting. */
export async function ask(platform: Platform, caller: Caller, input: z.output<typeof askBody>): Promise<object> {
  const { workspaceId } = caller
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ threshold: number | null }>`select threshold from bot_settings where workspace_id = ${workspaceId}`.execute(
      tx,
    ),
  )
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const started = performance.now()
  const answer = answerMessage(knowledge, {
    text: input.text,
    history: input.history,
    threshold: rows[0]?.threshold ?? null,
  })
  const id = newId()
  const ms = Math.round(performance.now() - started)
  await platform.db.asService(workspaceId, tx =>
    keepAnswer(tx, workspaceId, answer, { id, at: platform.clock.now(), ms }),
  )
  const { act, reply, language, citations, confidence } = answer
  return { act, reply, language, citations, confidence, answer_id: id }
}
