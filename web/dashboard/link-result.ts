import { authTexts } from '#shared/texts/account/auth-texts.ts'
import type { Language } from '#shared/words.ts'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { knownErrorText } from '#web/parts/auth/auth-error-text.ts'
import { fill } from '#web/parts/language/texts.ts'

export function notifyLinkResult(language: Language, problem: string | null, changed: string | null): void {
  const texts = authTexts(language)
  if (problem !== null) showErrorToast(knownErrorText(problem, texts) ?? fill(texts.linkFailed, { code: problem }))
  else if (changed === 'email') showToast(texts.emailChanged)
}
