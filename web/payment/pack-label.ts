import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import type { Language } from '#shared/words.ts'

export function messagesOf(packs: number, language: Language): string {
  return new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US').format(packs * extraMessages.packSize)
}
