import { sql } from 'kysely'
import { forgetLesson, type Taught } from '#features/training/pairs/forget-lesson.ts'
import { teachPair, teachPassage } from '#features/training/pairs/teach-answer.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Correction } from '#shared/contracts/bot/bot.results.ts'
import type { Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { tryFirst } from '../gate/try-first.ts'
import { watchSource } from '../gate/write-pair.ts'
import { bringBackCases, dropCases, type DroppedCase } from '../regression/read-cases.ts'

export type Given = {
  question: string
  wordings: string[]
  answer?: string | undefined
  passage_id?: string | undefined
  answer_id: string | null
}

/** @throws what `teachPair` and `teachPassage` throw */
export async function saveCorrection(platform: Platform, tx: Tx, caller: Caller, given: Given): Promise<Correction> {
  const { workspaceId, personId: by } = caller
  const { question, wordings, answer, passage_id: passageId } = given
  const lesson = passageId
    ? await teachPassage(platform, tx, workspaceId, { question, passageId, by })
    : await teachPair(platform, tx, workspaceId, { question, answer: answer ?? '', wordings, by })
  const cases = await dropCases(tx, workspaceId, [lesson.question, question, ...wordings])
  const id = newId()
  const { rows } = await sql<Correction>`insert into answer_corrections
      (id, workspace_id, answer_id, kind, question, answer, source_id, passage_id, before, created_by, created_at)
    select ${id}, ${workspaceId}, ${given.answer_id}, ${passageId ? 'passage' : 'pair'}, ${lesson.question},
      ${lesson.answer}, s.id, ${passageId ?? null}::uuid,
      ${JSON.stringify({ ...lesson.before, cases })}::jsonb, ${by}, ${platform.clock.now()}
    from sources s where s.workspace_id = ${workspaceId} and s.id = ${lesson.source_id}
    returning id, answer_id, kind, question, answer, source_id, passage_id`.execute(tx)
  await platform.jobs.emit(tx, 'answer.corrected', { workspace_id: workspaceId, correction_id: id, undone: false })
  return rows[0]!
}

/**
 * Restores the earlier test questions and reopens the settled question. Idempotent.
 * @throws request.not_found, training.correction_overtaken, training.answers_worse
 */
export async function undoCorrection(
  platform: Platform,
  caller: Caller,
  input: { id: string; confirm: Confirm },
): Promise<void> {
  const { workspaceId } = caller
  const { made: sourceId } = await tryFirst(platform, workspaceId, { ...input, except: input.id }, async tx => {
    const { rows } = await sql<Undoing & { undone: boolean }>`select source_id, question, answer, before,
        undone_at is not null as undone
      from answer_corrections where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(tx)
    const [taught] = rows
    if (!taught) throw failure('request.not_found')
    if (taught.undone) return undefined
    await undo(platform, tx, caller, input.id, taught)
    return taught.source_id
  })
  if (sourceId) await watchSource(platform, caller, sourceId)
}

/** `cases`: the test questions it replaced; old corrections have none. */
type Undoing = Taught & { before: { cases?: DroppedCase[] } }

async function undo(platform: Platform, tx: Tx, caller: Caller, id: string, taught: Undoing): Promise<void> {
  const { workspaceId } = caller
  await forgetLesson(platform, tx, caller, taught)
  await sql`delete from regression_cases where workspace_id = ${workspaceId} and ref_id = ${id}`.execute(tx)
  await bringBackCases(tx, workspaceId, taught.before.cases ?? [])
  await sql`update answer_corrections set undone_at = ${platform.clock.now()}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  await sql`update unanswered_questions set status = 'open', correction_id = null, settled_by = null, settled_at = null
    where workspace_id = ${workspaceId} and correction_id = ${id}`.execute(tx)
  await platform.jobs.emit(tx, 'answer.corrected', { workspace_id: workspaceId, correction_id: id, undone: true })
}
