import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'

/**
 * When the team answers a question that the bot did not know, everybody's ways to ask it are taught with it, word for word. Theirs are
 * unlearned, also in the history of the knowledge, unless somebody else asked alike. May run twice.
 */
export async function eraseWordings(platform: Platform, tx: Tx, ws: string, talk: string): Promise<void> {
  const { rows } = await sql<{
    text: string
    theirs: boolean
  }>`select k.text, k.conversation_id = ${talk} as theirs from unanswered_asks k
    where k.workspace_id = ${ws} and k.question_id in (
      select a.question_id from unanswered_asks a where a.workspace_id = ${ws} and a.conversation_id = ${talk})`.execute(
    tx,
  )
  const foldedOf = (theirs: boolean) => rows.filter(row => row.theirs === theirs).map(row => foldedQuestion(row.text))
  const others = new Set(foldedOf(false))
  const theirs = [...new Set(foldedOf(true))].filter(folded => !others.has(folded))
  if (theirs.length === 0) return
  // In the order of teaching: the knowledge is locked before its rows.
  await sql`select from workspaces where id = ${ws} for no key update`.execute(tx)
  const { rows: gone } = await sql`delete from passage_questions
    where workspace_id = ${ws} and folded = any (${theirs}::text[]) returning id`.execute(tx)
  await sql`delete from private.wording_spans where workspace_id = ${ws} and folded = any (${theirs}::text[])`.execute(
    tx,
  )
  if (gone.length > 0) await platform.jobs.emit(tx, 'wordings.erased', { workspace_id: ws })
}
