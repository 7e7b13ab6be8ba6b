import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import type { Language } from '#shared/words.ts'

/** The messages of so many packs: '2.000'. */
export function messagesOf(packs: number, language: Language): string {
  return new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US').format(packs * extraMessages.packSize)
}
