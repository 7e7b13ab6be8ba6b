import { numberFormat } from '#shared/rules/text/number-format.ts'
import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import type { Language } from '#shared/words.ts'

export function messagesOf(packs: number, language: Language): string {
  return numberFormat(language).format(packs * extraMessages.packSize)
}
