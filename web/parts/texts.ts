import type { Language } from '#shared/words.ts'

/** Puts values into the places `{name}` of a text; an unknown place stays visible. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

const rules = { vi: new Intl.PluralRules('vi'), en: new Intl.PluralRules('en') }

/** The text for a count, with `{count}` filled in. Vietnamese words have one form; `one` is the English singular. */
export function counted(language: Language, count: number, one: string, other: string): string {
  const text = rules[language].select(count) === 'one' || count === 1 ? one : other
  return fill(text, { count: new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB').format(count) })
}
