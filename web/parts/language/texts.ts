import { numberFormat } from '#shared/rules/text/number-format.ts'
import { fillPlaces } from '#shared/texts/fill-places.ts'
import type { Language } from '#shared/words.ts'

export const fill = fillPlaces

const rules = { vi: new Intl.PluralRules('vi'), en: new Intl.PluralRules('en') }

/** Fills in `{count}`. Vietnamese has one form; `one` is the English singular. */
export function counted(language: Language, count: number, one: string, other: string): string {
  const text = rules[language].select(count) === 'one' || count === 1 ? one : other
  return fill(text, { count: numberFormat(language).format(count) })
}
