import type { Asked } from '#shared/contracts/api.ts'
import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { call, type CallArguments } from '#web/data/api.ts'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'

type AddressOf<A extends Act> = `POST /api/v1/conversations/:id/${A}`
type BodyOf<A extends Act> = Asked<AddressOf<A>> extends { body: infer B } ? [body: B] : [body?: object]
type Act = 'assign' | 'close' | 'pause-bot' | 'read' | 'reopen' | 'resume-bot' | 'snooze' | 'tags'

/** For repeatable acts only; reports a failure and returns whether it succeeded. */
export async function actOn<A extends Act>(id: string, what: A, ...body: BodyOf<A>): Promise<boolean> {
  try {
    const asked = { params: { id }, body: body[0] ?? {}, repeatable: true }
    await call(`POST /api/v1/conversations/:id/${what}`, ...([asked] as unknown as CallArguments<AddressOf<A>>))
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

export async function closeWithUndo(id: string, texts: Pick<InboxTexts, 'closedDone' | 'undo'>): Promise<void> {
  if (await actOn(id, 'close')) showToast(texts.closedDone, { text: texts.undo, run: () => void actOn(id, 'reopen') })
}
