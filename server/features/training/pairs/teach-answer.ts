import { sql } from 'kysely'
import { maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { saveQuestion } from './add-question.ts'
import { savePair } from './save-pair.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

export type Before = {
  /** An existing pair's old answer; null: new. */
  answer?: string | null
  /** Newly added. */
  wordings: string[]
  /** Taken from other passages. */
  taken?: { id: string; source_id: string; text_hash: string; question: string }[]
}
export type Lesson = { source_id: string; question: string; answer: string | null; before: Before }

const maxLearned = 20

/**
 * In the caller's transaction.
 * @throws what `savePair` throws
 */
export async function teachPair(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  given: { question: string; answer: string; wordings: string[]; by: string | null },
  how: { id?: string; known: 'refuse' | 'change' } = { known: 'change' },
): Promise<Lesson> {
  const { rows: known } = await sql<{
    answer: string | null
  }>`select answer from sources where workspace_id = ${workspaceId}
    and kind = 'pair' and status in ('processing', 'waiting', 'processed') and title_folded = ${foldedQuestion(given.question)}`.execute(
    tx,
  )
  const source = await savePair(platform, tx, workspaceId, given, { by: given.by, ...how })
  const { rows } = await sql<{
    id: string
    heading: string
    text: string
    wordings: string[]
  }>`select id, heading, text, array(
      select id from passage_questions where workspace_id = ${workspaceId} and source_id = ${source.id}) as wordings
    from passages where workspace_id = ${workspaceId} and source_id = ${source.id} and version = ${source.version}`.execute(
    tx,
  )
  const [passage] = rows
  if (!passage) throw failure('request.not_found')
  const wordings: string[] = []
  for (const question of othersThan(passage.heading, given.wordings)) {
    const asked = { passageId: passage.id, question, by: given.by }
    const { id } = await saveQuestion(platform, tx, workspaceId, asked)
    if (!passage.wordings.includes(id)) wordings.push(id)
  }
  const before = { answer: known[0]?.answer ?? null, wordings }
  return { source_id: source.id, question: passage.heading, answer: passage.text, before }
}

/**
 * From then on the question matches only this passage.
 * @throws request.not_found, training.pair_exists
 */
export async function teachPassage(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  given: { question: string; passageId: string; by: string | null },
): Promise<Lesson> {
  const folded = foldedQuestion(given.question)
  const { rows: found } = await sql<{
    source_id: string
    pair: string | null
  }>`select p.source_id, (select id from sources
      where workspace_id = ${workspaceId} and kind = 'pair' and status in ('processing', 'waiting', 'processed') and title_folded = ${folded} and id <> p.source_id) as pair
    from passages p where p.workspace_id = ${workspaceId} and p.id = ${given.passageId} and p.live`.execute(tx)
  const [passage] = found
  if (!passage) throw failure('request.not_found')
  if (passage.pair) throw failure('training.pair_exists', { source_id: passage.pair })
  const { rows: before } = await sql<{ id: string; source_id: string; text_hash: string; question: string }>`
    select id, source_id, text_hash, question from passage_questions
    where workspace_id = ${workspaceId} and folded = ${folded}`.execute(tx)
  const stored = await saveQuestion(platform, tx, workspaceId, given)
  const others = before.filter(one => one.id !== stored.id)
  if (others.length > 0)
    await sql`delete from passage_questions where workspace_id = ${workspaceId} and id = any(${others.map(one => one.id)}::uuid[])`.execute(
      tx,
    )
  const isNew = !before.some(one => one.id === stored.id)
  return {
    source_id: passage.source_id,
    question: stored.question,
    answer: null,
    before: { wordings: isNew ? [stored.id] : [], taken: others },
  }
}

/** Unusable wordings are skipped rather than failing the pair. */
function othersThan(question: string, wordings: string[]): string[] {
  const seen = new Set(['', foldedQuestion(question)])
  return wordings
    .map(wording => oneLine(wording))
    .filter(wording => {
      const folded = foldedQuestion(wording)
      return wording.length <= maxQuestionLength && !seen.has(folded) && seen.add(folded)
    })
    .slice(0, maxLearned)
}
