import { sql } from 'kysely'
import { maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import type { PassageQuestion } from '#shared/contracts/training/training.results.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { bumpKnowledge } from '../knowledge/knowledge-version.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import { passageHash } from '../passages/passage-hash.ts'

/** More would drown the passage's own words. */
const maxPerPassage = 30

/**
 * Searched, never quoted; survives new versions.
 * @throws request.not_found, training.pair_empty, training.pair_too_long
 */
export async function saveQuestion(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  asked: { passageId: string; question: string; by: string | null },
): Promise<PassageQuestion> {
  const question = oneLine(cleanText(asked.question))
  const folded = foldedQuestion(question)
  if (folded === '') throw failure('training.pair_empty')
  if (question.length > maxQuestionLength) throw failure('training.pair_too_long')
  const { rows } = await sql<{
    source_id: string
    heading: string
    text: string
  }>`select source_id, heading, text from passages
    where workspace_id = ${workspaceId} and id = ${asked.passageId}
      and (live or (source_id, version) in (select id, version from sources where workspace_id = ${workspaceId} and kind = 'pair'))`.execute(
    tx,
  )
  const [passage] = rows
  if (!passage) throw failure('request.not_found')
  const hash = passageHash(passage)
  const stored = await sql<PassageQuestion>`
    insert into passage_questions as q (id, workspace_id, source_id, text_hash, question, folded, created_by, created_at)
    values (${newId()}, ${workspaceId}, ${passage.source_id}, ${hash}, ${question}, ${folded}, ${asked.by}, ${platform.clock.now()})
    on conflict (workspace_id, source_id, text_hash, folded) do update set question = excluded.question, created_at = excluded.created_at
    returning id, source_id, text_hash, question`.execute(tx)
  await sql`delete from passage_questions where workspace_id = ${workspaceId} and id in (select id from passage_questions
    where workspace_id = ${workspaceId} and source_id = ${passage.source_id} and text_hash = ${hash}
    order by created_at desc, id desc offset ${maxPerPassage})`.execute(tx)
  await bumpKnowledge(platform, tx, workspaceId, { by: asked.by || null })
  return stored.rows[0]!
}

/** In the caller's transaction; also from unpublished text. Idempotent. */
export async function dropQuestion(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  gone: { id: string; by: string | null },
): Promise<void> {
  const { rows } = await sql`delete from passage_questions q using passage_questions gone
      where gone.workspace_id = ${workspaceId} and gone.id = ${gone.id} and q.workspace_id = gone.workspace_id
        and (q.id = gone.id or (q.source_id = gone.source_id and q.folded = gone.folded
          and exists (select from sources s where s.workspace_id = gone.workspace_id and s.id = gone.source_id and s.kind = 'pair')))
      returning q.id`.execute(tx)
  if (rows.length > 0) await bumpKnowledge(platform, tx, workspaceId, { by: gone.by })
}
