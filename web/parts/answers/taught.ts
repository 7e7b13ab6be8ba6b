import type { Correction } from '#shared/contracts/bot/bot.contract.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { storedLanguage } from '#web/data/stored-language.ts'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { sendTried } from './worse-answers.ts'

/** Says that the bot has learned something, with the way back. */
export function showTaught(text: string, correction: Correction): void {
  showToast(correction.waiting ? gateTexts(storedLanguage()).taughtWaiting : text, {
    text: correctionsTexts(storedLanguage()).undo,
    run: () => void undoTaught(correction.id),
  })
}

/** Takes a correction back and says so. */
export async function undoTaught(correctionId: string): Promise<void> {
  try {
    const undone = await sendTried(confirm =>
      call<object>('DELETE', `/corrections/${correctionId}${confirm ? `?confirm=${confirm}` : ''}`),
    )
    if (undone) showToast(correctionsTexts(storedLanguage()).undone)
  } catch (error) {
    showErrorToast(messageOf(error))
  }
}
