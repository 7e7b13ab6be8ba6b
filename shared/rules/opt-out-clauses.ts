import { cleanText, fold } from './text/fold.ts'
import { optOutLexicon } from './opt-out-lexicon.ts'

type Phrase = { words: string[]; classes: string }
const phrases = new Map<string, Phrase[]>()
for (const line of optOutLexicon.split('\n').filter(Boolean)) {
  const [classes = '', list = ''] = line.split(/: (.*)/s)
  for (const listed of list.split(', ')) {
    const words = listed.split(' ')
    const key = fold(words[0]!)
    phrases.set(key, [...(phrases.get(key) ?? []), { words, classes: classes.replaceAll(', ', '') }])
  }
}

const maxWords = 60

/** Each word or phrase of the lexicon becomes its classes in brackets, so a word may be several things. */
export type Clause = { typed: string[]; tokens: string; question: boolean }

/** None of what is longer than 60 words: a story, for people and the bot to read. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  const parts = cleanText(text)
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/(?<!\S)(?:\p{L} ){2,}\p{L}(?!\S)/gu, spelled => spelled.replaceAll(' ', ''))
    .split(/([.,!?;:\n…–—()"“”]+)/)
  let left = maxWords
  for (let at = 0; at < parts.length; at += 2) {
    const typed = parts[at]!.match(/\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+/gu) ?? []
    left -= typed.length
    if (left < 0) return []
    const question = parts[at + 1]?.includes('?') ?? false
    const joined = partsOf(typed)
    for (const [index, clause] of joined.entries())
      clauses.push({ ...clause, question: question && index === joined.length - 1 })
  }
  return clauses
}

function partsOf(typed: string[]): Omit<Clause, 'question'>[] {
  const clauses: Omit<Clause, 'question'>[] = []
  let words: string[] = []
  let tokens = ''
  const end = () => {
    if (words.length > 0) clauses.push({ typed: words, tokens })
    words = []
    tokens = ''
  }
  for (let at = 0; at < typed.length;) {
    const { length, classes } = longestAt(typed, at)
    if (classes.includes('|')) end()
    else {
      words.push(...typed.slice(at, at + length))
      tokens += `[${classes}]`
    }
    at += length
  }
  end()
  return clauses
}

function longestAt(typed: string[], at: number): { length: number; classes: string } {
  const fitting = (phrases.get(fold(typed[at]!)) ?? []).filter(({ words }) =>
    words.every((word, i) => typed[at + i] !== undefined && mayBe(typed[at + i]!, word)),
  )
  const length = Math.max(1, ...fitting.map(({ words }) => words.length))
  return {
    length,
    classes: fitting
      .filter(({ words }) => words.length === length)
      .map(({ classes }) => classes)
      .join(''),
  }
}

/** The same letters, and no mark that the listed word lacks. */
function mayBe(typed: string, listed: string): boolean {
  if (typed === listed) return true
  if (fold(typed) !== fold(listed)) return false
  const known = marksOf(listed)
  return marksOf(typed).every(mark => known.includes(mark))
}

function marksOf(word: string): string[] {
  return word.normalize('NFD').match(/[\u0300-\u036fđ]/g) ?? []
}
