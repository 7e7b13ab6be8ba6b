import { fold } from '#shared/rules/text/fold.ts'
import { caseWords } from '../lexicon/case-words.ts'
import { remembered } from './read-once.ts'

const groups = Object.values(caseWords).map(members => members.map(member => spacedPattern(member.split('='))))

/** Folded words and numbers, each between two spaces. */
export const spacedText = remembered(
  (text: string): string =>
    ` ${fold(text)
      .toLowerCase()
      .replace(/[^\p{L}\d/%]+/gu, ' ')
      .trim()} `,
)

/** Of each group of `caseWords`, the members that a text names. */
export const casesIn = remembered((text: string): readonly (readonly number[])[] => {
  const spaced = spacedText(text)
  return groups.map(members => members.flatMap((member, at) => (member.test(spaced) ? [at] : [])))
})

/** For a `spacedText`. */
export function spacedPattern(words: readonly string[]): RegExp {
  return new RegExp(`(?<= )(?:${words.join('|')})(?= )`, 'u')
}
