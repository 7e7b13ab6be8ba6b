import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropVersion } from '../knowledge/drop-version.ts'
import { savePair } from './save-pair.ts'
import { bumpKnowledge } from '../knowledge/knowledge-version.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { takeAway } from '../sources/remove-source.ts'
import type { Before } from './teach-answer.ts'

type Pair = { answer: string; version: number; status: string; live_version: number | null }

export type Taught = { source_id: string; question: string; answer: string | null; before: Before }

/**
 * Idempotent, in the caller's transaction.
 * @throws training.correction_overtaken if the pair changed since
 */
export async function forgetLesson(platform: Platform, tx: Tx, caller: Caller, taught: Taught): Promise<void> {
  if (taught.answer === null) return forgetWordings(platform, tx, caller, taught.before)
  const { workspaceId } = caller
  const { rows } = await sql<Pair>`select s.version, s.status, s.live_version, p.text as answer from sources s
    join passages p on p.workspace_id = s.workspace_id and p.source_id = s.id and p.version = s.version
    where s.workspace_id = ${workspaceId} and s.id = ${taught.source_id} and s.status <> 'removed' for update of s`.execute(
    tx,
  )
  const [pair] = rows
  if (!pair) return
  if (pair.answer !== taught.answer) throw failure('training.correction_overtaken')
  if (typeof taught.before.answer !== 'string')
    return takeAway(platform, tx, workspaceId, taught.source_id, caller.personId || null)
  await forgetWordings(platform, tx, caller, taught.before)
  if (pair.status !== 'processed' && pair.live_version !== null)
    return dropVersion(platform, tx, { workspace_id: workspaceId, source_id: taught.source_id, version: pair.version })
  const was = { question: taught.question, answer: taught.before.answer }
  await savePair(platform, tx, workspaceId, was, { by: caller.personId, id: taught.source_id, known: 'refuse' })
}

async function forgetWordings(platform: Platform, tx: Tx, caller: Caller, before: Before): Promise<void> {
  const { workspaceId } = caller
  await sql`delete from passage_questions where workspace_id = ${workspaceId} and id = any(${before.wordings}::uuid[])`.execute(
    tx,
  )
  for (const { id, source_id, text_hash, question } of before.taken ?? [])
    await sql`insert into passage_questions (id, workspace_id, source_id, text_hash, question, folded, created_by, created_at)
      select ${id}, ${workspaceId}, id, ${text_hash}, ${question}, ${foldedQuestion(question)}, ${caller.personId}, ${platform.clock.now()}
      from sources where workspace_id = ${workspaceId} and id = ${source_id} and status <> 'removed'
      on conflict do nothing`.execute(tx)
  await bumpKnowledge(platform, tx, workspaceId, { by: caller.personId || null })
}
