import { localeOf } from '#shared/rules/text/number-format.ts'
import { dayInWords } from '#shared/rules/time/day-in-words.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { FieldValue } from './read-card.ts'

export function useFieldText(): (value: FieldValue | undefined) => string {
  const texts = useTexts(customerCardTexts)
  const { language } = useLanguage()
  return value => {
    if (value === undefined) return texts.empty
    if (typeof value === 'boolean') return value ? texts.yes : texts.no
    if (typeof value === 'number') return value.toLocaleString(localeOf(language))
    return /^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value, language) : value
  }
}
