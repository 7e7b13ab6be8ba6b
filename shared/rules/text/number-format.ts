import type { Language } from '#shared/words.ts'

/** For Intl. */
export function localeOf(language: Language): 'vi-VN' | 'en-GB' {
  return language === 'vi' ? 'vi-VN' : 'en-GB'
}

/** 1.190 in Vietnamese, 1,190 in English. */
export function numberFormat(language: Language, form?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(localeOf(language), form)
}
