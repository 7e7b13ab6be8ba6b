import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { confirmIn, sendTried } from '#web/parts/answers/worse-answers.ts'

/**
 * Another value for a column of a line; head null: the line is switched off.
 * @returns the correction's id; undefined when the person would rather not, seeing what gets worse
 */
export async function saveEdit(
  { source_id, subject }: Fact,
  head: string | null,
  value: string | null,
): Promise<string | undefined> {
  const stored = await sendTried(confirm =>
    call('PUT /api/v1/facts', { body: { source_id, subject, head, value, confirm } }),
  )
  return stored?.id
}

/** The document's own words hold again. @returns whether they do */
export async function restoreFact(id: string): Promise<boolean> {
  const done = await sendTried(confirm =>
    call('DELETE /api/v1/facts/:id', { params: { id }, query: confirmIn(confirm) }),
  )
  return done !== undefined
}
