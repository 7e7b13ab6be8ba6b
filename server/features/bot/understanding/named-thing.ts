import type { Turn } from '#features/training/search/query.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { plainText } from '#server/answering/reading/plain-text.ts'

const pronoun = /(?<![\p{L}\d'’])(?:it|this one|that one|nó)(?![\p{L}\d'’])/iu

/**
 * "How much is it?" after talk of one row of the shop's documents: the question with its name, in whichever language the talk was.
 * undefined without a pronoun; null if the talk named no row, or several.
 */
export function withNamedThing(
  knowledge: Knowledge,
  question: string,
  turns: readonly Turn[],
): string | null | undefined {
  if (!pronoun.test(question)) return undefined
  const talk = turns.slice(-2).map(({ text }) => ` ${wordsOf(text)} `)
  const names = new Map(knowledge.compiled.entries.map(({ name }) => [wordsOf(name), name]))
  const said = [...names.keys()].filter(name => isClear(name) && talk.some(text => text.includes(` ${name} `)))
  const whole = said.filter(name => !said.some(other => other !== name && ` ${other} `.includes(` ${name} `)))
  const [name] = whole
  return whole.length === 1 && name !== undefined ? question.replace(pronoun, () => names.get(name)!) : null
}

/** Single words without marks are too often others: "đỏ" and "độ". */
function isClear(name: string): boolean {
  return name.includes(' ')
}

function wordsOf(text: string): string {
  return (
    plainText(text)
      .match(/[\p{L}\d]+/gu)
      ?.join(' ') ?? ''
  )
}
