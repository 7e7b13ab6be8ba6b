import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { gistOf } from './alike.ts'

/** The words by which a question is found again were those of somebody who is erased. */
export async function readGistAnew(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, question_ids: ids }: EventCatalogue['questions.reworded'],
): Promise<void> {
  const { rows } = await sql<{ id: string; question: string }>`select id, question from unanswered_questions
    where workspace_id = ${workspaceId} and id = any (${ids}::uuid[]) order by id for no key update`.execute(tx)
  for (const { id, question } of rows) {
    const { terms, type } = gistOf(question)
    await sql`update unanswered_questions set terms = ${terms}::text[], question_type = ${type}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  }
}
