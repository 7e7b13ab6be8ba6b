import { localeOf } from '#shared/rules/text/number-format.ts'
import type { Language } from '#shared/words.ts'

/** 1,2 MB or 84 KB; units of 1,024 bytes, like the limit of 10 MB. */
export function fileSize(bytes: number, language: Language): string {
  const locale = localeOf(language)
  if (bytes < 1024) return `${new Intl.NumberFormat(locale).format(bytes)} B`
  const kilo = bytes / 1024
  if (kilo < 1024) return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(kilo)} KB`
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(kilo / 1024)} MB`
}
