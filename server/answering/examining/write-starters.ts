import type { Entry, ValueKind } from '../compiling/entries.ts'
import { starterWords } from '../lexicon/exam-words.ts'

const maxStarters = 3
const maxNameLength = 36

/** A price, the hours and the address; another price replaces a missing one. Only what the documents say is suggested. */
export function writeStarters(entries: readonly Entry[]): { vi: string[]; en: string[] } {
  const has = (kind: ValueKind) => (entry: Entry) => entry.cells.some(cell => cell.kind === kind)
  const names = [...new Set(entries.filter(has('money')).map(({ name }) => name.trim()))].filter(
    name => name.length > 1 && name.length <= maxNameLength && /\p{L}{2}/u.test(name),
  )
  const place = (['time', 'place'] as const).filter(kind => entries.some(has(kind)))
  return { vi: inLanguage('vi'), en: inLanguage('en') }

  function inLanguage(language: 'vi' | 'en'): string[] {
    const words = starterWords[language]
    const asked = names.slice(0, maxStarters - place.length).map(name => words.price.replace('{name}', () => name))
    return [...asked, ...place.map(kind => words[kind])]
  }
}
