import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'

/** Does something with a conversation that may be done twice; says so where it failed. @returns whether it was done */
export async function actOn(id: string, what: string, body: object = {}): Promise<boolean> {
  try {
    await call('POST', `/conversations/${id}/${what}`, body, { repeatable: true })
    return true
  } catch (error) {
    showErrorToast(messageOf(error))
    return false
  }
}

/** Closes a conversation, with a way back. */
export async function closeWithUndo(id: string, texts: Pick<InboxTexts, 'closedDone' | 'undo'>): Promise<void> {
  if (await actOn(id, 'close')) showToast(texts.closedDone, { text: texts.undo, run: () => void actOn(id, 'reopen') })
}
