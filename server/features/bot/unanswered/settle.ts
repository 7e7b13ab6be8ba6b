import { sql } from 'kysely'
import type { z } from 'zod'
import { reply } from '#features/inbox/messages/reply.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { Failure, failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { settlement } from '#shared/contracts/bot/bot.contract.ts'
import type { Correction, Settled } from '#shared/contracts/bot/bot.results.ts'
import { tryFirst } from '../gate/try-first.ts'
import { watchSource } from '../gate/write-pair.ts'
import { saveCorrection } from '../drafts/save-correction.ts'

type Ask = { id: string; conversation_id: string; text: string; answer_id: string }

const maxAsksRead = 200

/**
 * Failed sends to those in `reply_to` are only counted.
 * @throws what `improveAnswer` throws
 */
export async function answerQuestion(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof settlement>,
): Promise<Settled> {
  const { workspaceId } = caller
  const about = (taught: { correction: Correction; asks: Ask[] }) => [
    taught.correction.question,
    ...input.wordings,
    ...taught.asks.map(ask => ask.text),
  ]
  const { made } = await tryFirst(platform, workspaceId, { ...input, about }, async tx => {
    const { rows } = await sql<{ question: string }>`select question from unanswered_questions
      where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(tx)
    const [listed] = rows
    if (!listed) throw failure('request.not_found')
    const asks = await readAsks(tx, workspaceId, input.id)
    const correction = await saveCorrection(platform, tx, caller, {
      ...input,
      question: input.question ?? listed.question,
      wordings: [...input.wordings, listed.question, ...asks.map(ask => ask.text)],
      answer_id: null,
    })
    await setDone(platform, tx, caller, input.id, correction.id)
    return { correction, asks, text: await wordsOf(tx, workspaceId, correction) }
  })
  const { correction, asks, text } = made
  const { status } = await watchSource(platform, caller, correction.source_id)
  const due = [...new Set(input.reply_to)].flatMap(id => asks.find(ask => ask.conversation_id === id) ?? [])
  let sent = 0
  for (const ask of due) if (await sendAnswer(platform, caller, ask, text)) sent += 1
  return { correction: { ...correction, waiting: status === 'waiting' }, sent, not_sent: input.reply_to.length - sent }
}

export async function readAsks(tx: Tx, workspaceId: string, questionId: string): Promise<Ask[]> {
  const { rows } = await sql<Ask>`select id, conversation_id, text, answer_id from unanswered_asks
    where workspace_id = ${workspaceId} and question_id = ${questionId} order by asked_at desc, id desc limit ${maxAsksRead}`.execute(
    tx,
  )
  return rows
}

/** @throws request.not_found */
export async function setQuestion(
  platform: Platform,
  caller: Caller,
  id: string,
  status: 'ignored' | 'open',
): Promise<void> {
  const { workspaceId } = caller
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql`update unanswered_questions set status = ${status},
        settled_by = ${status === 'open' ? null : caller.personId}::uuid, settled_at = ${status === 'open' ? null : platform.clock.now()}::timestamptz
      where workspace_id = ${workspaceId} and id = ${id} returning id`.execute(tx),
  )
  if (rows.length === 0) throw failure('request.not_found')
}

export async function settleByAnswer(
  platform: Platform,
  tx: Tx,
  caller: Caller,
  answerId: string,
  correctionId: string,
): Promise<void> {
  const { rows } = await sql<{ question_id: string }>`select k.question_id from unanswered_asks k
    join answers a on a.workspace_id = k.workspace_id and a.id = k.answer_id and a.act = 'abstain'
    where k.workspace_id = ${caller.workspaceId} and k.answer_id = ${answerId}`.execute(tx)
  for (const { question_id: id } of rows) await setDone(platform, tx, caller, id, correctionId)
}

async function setDone(platform: Platform, tx: Tx, caller: Caller, id: string, correctionId: string): Promise<void> {
  await sql`update unanswered_questions set status = 'done', correction_id = ${correctionId}, settled_by = ${caller.personId},
      settled_at = ${platform.clock.now()}
    where workspace_id = ${caller.workspaceId} and id = ${id}`.execute(tx)
}

async function wordsOf(tx: Tx, workspaceId: string, correction: Correction): Promise<string> {
  if (correction.answer !== null) return correction.answer
  const { rows } = await sql<{ text: string }>`select text from passages
    where workspace_id = ${workspaceId} and id = ${correction.passage_id}`.execute(tx)
  return rows[0]?.text ?? ''
}

/** Idempotent by the asking's id. */
async function sendAnswer(platform: Platform, caller: Caller, ask: Ask, text: string): Promise<boolean> {
  try {
    await reply(platform, caller, { id: ask.conversation_id, text, client_id: ask.id })
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
