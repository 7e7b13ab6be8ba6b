import { purposeWords } from '../lexicon/purpose-words.ts'

const patterns = Object.entries(purposeWords).map(
  ([purpose, words]) => [purpose, new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'u')] as const,
)

/** @param plain see `plainText` */
export function purposesIn(plain: string): Set<string> {
  return new Set(patterns.flatMap(([purpose, pattern]) => (pattern.test(plain) ? [purpose] : [])))
}
