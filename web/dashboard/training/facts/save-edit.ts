import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { confirmIn, sendTried } from '#web/parts/answers/worse-answers.ts'

/** Corrects a value; head null switches the line off. Returns the correction's id; undefined if the person declined. */
export async function saveEdit(
  { source_id, subject }: Pick<Fact, 'source_id' | 'subject'>,
  head: string | null,
  value: string | null,
): Promise<string | undefined> {
  const stored = await sendTried(confirm =>
    call('PUT /api/v1/facts', { body: { source_id, subject, head, value, confirm } }),
  )
  return stored?.id
}

/** Restores the document's own words. Returns whether it did. */
export async function restoreFact(id: string): Promise<boolean> {
  const done = await sendTried(confirm =>
    call('DELETE /api/v1/facts/:id', { params: { id }, query: confirmIn(confirm) }),
  )
  return done !== undefined
}
