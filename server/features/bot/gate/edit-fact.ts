import { checkEdit, dropEdit, saveEdit } from '#features/training/facts/save-fact-edit.ts'
import type { StoredEdit } from '#features/training/facts/apply-fact-edits.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { tryFirst } from './try-first.ts'

/** @throws training.answers_worse, and what `checkEdit` and `saveEdit` throw */
export async function editFact(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: StoredEdit & { confirm: Confirm },
): Promise<{ id: string }> {
  const edit = { ...(await checkEdit(platform, workspaceId, input)), by: personId || null }
  const { made } = await tryFirst(platform, workspaceId, input, tx => saveEdit(platform, tx, workspaceId, edit))
  return { id: made }
}

/** @throws training.answers_worse */
export async function restoreFact(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: { id: string; confirm: Confirm },
): Promise<void> {
  const gone = { id: input.id, by: personId || null }
  await tryFirst(platform, workspaceId, input, tx => dropEdit(platform, tx, workspaceId, gone))
}
