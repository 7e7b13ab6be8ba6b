import { dropQuestion, saveQuestion } from '#features/training/pairs/add-question.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Confirm } from '#shared/contracts/bot/gate.contract.ts'
import type { PassageQuestion } from '#shared/contracts/training/training.results.ts'
import { tryFirst } from './try-first.ts'

/** @throws training.answers_worse, and what `saveQuestion` throws */
export async function addWording(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: { id: string; question: string; confirm: Confirm },
): Promise<PassageQuestion> {
  const asked = { passageId: input.id, question: input.question, by: personId || null }
  const { made } = await tryFirst(platform, workspaceId, input, tx => saveQuestion(platform, tx, workspaceId, asked))
  return made
}

/** @throws training.answers_worse */
export async function removeWording(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: { id: string; confirm: Confirm },
): Promise<void> {
  const gone = { id: input.id, by: personId || null }
  await tryFirst(platform, workspaceId, input, tx => dropQuestion(platform, tx, workspaceId, gone))
}
