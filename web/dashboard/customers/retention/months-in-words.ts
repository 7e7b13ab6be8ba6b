import type { RetentionTexts } from '#shared/texts/privacy/retention-texts.ts'
import { fill } from '#web/parts/language/texts.ts'

export function monthsInWords(months: number | null, texts: Pick<RetentionTexts, 'forEver' | 'months'>): string {
  return months === null ? texts.forEver : fill(texts.months, { count: String(months) })
}
