import { readQuery } from '#features/training/search/query.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { mayBeStopWord } from '#features/training/language/stop-words.ts'

/** What a question asks, told by its words alone: marks, capitals, politeness and abbreviations do not matter. */
export type Gist = { terms: string[]; type: string }

/** Of so many words one may be another: a slip, or a word that only one of the two customers used. */
const wordsPerSlip = 6

/** The words that carry a question: typed without marks, any that could be a stop word says nothing. */
export function gistOf(text: string): Gist {
  const query = readQuery(fold(text))
  const carrying = query.tokens.filter(token => !mayBeStopWord(token.raw))
  const terms = (carrying.length > 0 ? carrying : query.tokens).map(token => token.term)
  return { terms: [...new Set(terms)].sort(), type: query.type }
}

/** Whether two questions want the same answer: they ask for the same kind of thing, of the same figures, in the same words. */
export function areAlike(one: Gist, other: Gist): boolean {
  if (one.type !== other.type || figuresIn(one) !== figuresIn(other)) return false
  const slips = Math.floor(Math.min(one.terms.length, other.terms.length) / wordsPerSlip)
  return missing(one, other) <= slips && missing(other, one) <= slips
}

function missing(one: Gist, other: Gist): number {
  const known = new Set(other.terms)
  return one.terms.filter(term => !known.has(term)).length
}

function figuresIn({ terms }: Gist): string {
  return terms.filter(term => /\d/.test(term)).join(' ')
}
