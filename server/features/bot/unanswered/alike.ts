import { readQuery } from '#features/training/search/query.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { mayBeStopWord } from '#features/training/language/stop-words.ts'

export type Gist = { terms: string[]; type: string }

/** One differing word is allowed per this many. */
const wordsPerSlip = 6

/** In text without diacritics, any word that could be a stop word is ignored. */
export function gistOf(text: string): Gist {
  const query = readQuery(fold(text))
  const carrying = query.tokens.filter(token => !mayBeStopWord(token.raw))
  const terms = (carrying.length > 0 ? carrying : query.tokens).map(token => token.term)
  return { terms: [...new Set(terms)].sort(), type: query.type }
}

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
