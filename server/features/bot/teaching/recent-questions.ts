import { sql } from 'kysely'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import type { Tx } from '#platform/sql/database.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

export type RecentQuestion = { text: string; count: number; answered: boolean }

const maxRead = 400
const maxLength = 300

/** Each question once, however it was typed, newest first. */
export async function recentQuestions(tx: Tx, workspaceId: string, max: number): Promise<RecentQuestion[]> {
  const { rows } = await sql<{ text: string | null; act: string }>`select a.act,
      (select string_agg(m.text, ' ' order by m.seq) from messages m
        where m.workspace_id = a.workspace_id and m.id = any(a.message_ids) and m.deleted_at is null) as text
    from (select * from answers where workspace_id = ${workspaceId} and conversation_id is not null
        and act in ('answer', 'clarify', 'abstain') order by created_at desc limit ${maxRead}) a
    order by a.created_at desc, a.id desc`.execute(tx)
  const found = new Map<string, RecentQuestion>()
  for (const { text, act } of rows) {
    const asked = oneLine(text ?? '').toWellFormed()
    const folded = foldedQuestion(asked)
    if (folded === '' || asked.length > maxLength) continue
    const known = found.get(folded)
    if (known) known.count += 1
    else if (found.size < max) found.set(folded, { text: asked, count: 1, answered: act !== 'abstain' })
  }
  return [...found.values()]
}
