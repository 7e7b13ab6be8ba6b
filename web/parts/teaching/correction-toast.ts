import type { Correction } from '#shared/contracts/bot/bot.results.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { call } from '#web/data/api.ts'
import { storedLanguage } from '#web/data/stored-language.ts'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { confirmIn, sendTried } from '#web/parts/answers/worse-answers.ts'

export function showCorrectionToast(text: string, correction: Correction): void {
  showToast(correction.waiting ? gateTexts(storedLanguage()).taughtWaiting : text, {
    text: correctionsTexts(storedLanguage()).undo,
    run: () => void undoCorrection(correction.id),
  })
}

export async function undoCorrection(correctionId: string): Promise<void> {
  try {
    const undone = await sendTried(confirm =>
      call('DELETE /api/v1/corrections/:id', { params: { id: correctionId }, query: confirmIn(confirm) }),
    )
    if (undone) showToast(correctionsTexts(storedLanguage()).undone)
  } catch (error) {
    showError(error)
  }
}
