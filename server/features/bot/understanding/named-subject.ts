import type { Turn } from '#features/training/search/query.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { plainText } from '#server/answering/reading/plain-text.ts'
import { pronounIn } from './pronoun.ts'

/**
 * "How much is it?" after talk of one row of the shop's documents: the question with its name, in whichever language the talk was.
 * undefined without a pronoun, or if the talk named no row, or several.
 */
export function withNamedSubject(knowledge: Knowledge, question: string, turns: readonly Turn[]): string | undefined {
  const pronoun = pronounIn(question)
  const name = pronoun && namedIn(knowledge, turns.slice(-2))
  return name === undefined ? undefined : question.replace(pronoun!, () => name)
}

function namedIn(knowledge: Knowledge, turns: readonly Turn[]): string | undefined {
  const names = namesOf(knowledge)
  const said = new Set(turns.flatMap(({ text }) => namesSaid(names, wordsOf(text))))
  const [longest] = [...said].sort((a, b) => b.length - a.length)
  if (longest === undefined) return undefined
  const isOne = [...said].every(name => ` ${longest} `.includes(` ${name} `))
  return isOne ? (names.get(longest) ?? undefined) : undefined
}

/** Their cost is that of the words said, however many names there are. */
function namesSaid(names: Names, words: readonly string[]): string[] {
  return words.flatMap((_, at) => {
    const said: string[] = []
    let name = ''
    for (let next = at; next < words.length; next++) {
      name = name ? `${name} ${words[next]!}` : words[next]!
      const known = names.get(name)
      if (known === undefined) break
      if (known !== null) said.push(name)
    }
    return said
  })
}

/** By their words; null: only the beginning of one. */
type Names = ReadonlyMap<string, string | null>

const known = new WeakMap<Knowledge, Names>()

function namesOf(knowledge: Knowledge): Names {
  const before = known.get(knowledge)
  if (before) return before
  const names = new Map<string, string | null>()
  for (const { name } of knowledge.compiled.entries) {
    const words = wordsOf(name)
    // Single words without marks are too often others: "đỏ" and "độ".
    if (words.length < 2) continue
    let beginning = ''
    for (const word of words.slice(0, -1)) {
      beginning = beginning ? `${beginning} ${word}` : word
      if (!names.has(beginning)) names.set(beginning, null)
    }
    names.set(words.join(' '), name)
  }
  known.set(knowledge, names)
  return names
}

function wordsOf(text: string): string[] {
  return plainText(text).match(/[\p{L}\d]+/gu) ?? []
}
