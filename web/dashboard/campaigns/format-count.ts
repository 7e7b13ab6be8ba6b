import type { Language } from '#shared/words.ts'

/** 1.190 or 1,190 */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB').format(count)
}
