import type { Entry } from '#server/answering/compiling/entries.ts'
import type { FactMeasures } from '#server/answering/finding/find-facts.ts'
import type { StatementMeasures } from '#server/answering/finding/find-statements.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { lengthsInMillimetres } from '#server/answering/reading/plain-text.ts'
import type { Heard } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { readQuery } from '#features/training/query.ts'
import { spelledOut } from '#features/training/spell-out.ts'
import { wordWorth } from '#features/training/stop-words.ts'
import { fold } from '#shared/rules/fold.ts'
import type { Citation } from './compose.ts'

export type FactAnswer = {
  /** without the polite words around it */
  said: string
  reply: string
  citations: Citation[]
  confidence: number
  own?: undefined
  /** messages of a burst that it does not answer */
  left?: string[]
  measures?: FactMeasures
  /** of a sentence that says all that is asked */
  statement?: StatementMeasures
}

/** Whether what an entry says holds on a day. */
export function validOn(knowledge: Knowledge, today: Day | undefined): (one: Pick<Entry, 'place'>) => boolean {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  return ({ place }) => {
    if (holding?.hidden.has(place.passage)) return false
    const over = holding?.lines.get(place.passage)
    return !over?.some(({ start, end }) => place.start < end && place.end > start)
  }
}

/** A message as the words are heard; codes and words of the shop's own are never taken for something shortened. */
export function heardOf(knowledge: Knowledge, text: string): Heard {
  const { frequency, marked } = knowledge.facts
  const own: string[] = []
  const rest = text.replace(/[\p{L}\d]+/gu, word => {
    const plain = word.toLowerCase()
    const isCode = /^\p{L}{1,5}\d{1,5}$/u.test(plain) && frequency.has(fold(plain))
    const isOwn = marked.has(plain) && fold(spelledOut(plain, 'vi')) !== fold(plain)
    if (isCode || isOwn) own.push(plain)
    return isCode || isOwn ? ' ' : word
  })
  const query = readQuery(lengthsInMillimetres(rest))
  return {
    text,
    words: [
      ...query.tokens.map(token => ({ raw: token.raw, worth: wordWorth(token) })),
      ...own.map(raw => ({ raw, worth: wordWorth({ raw, term: raw }) })),
    ],
    others: query.alternatives.map(({ at, length, tokens }) => ({ at, length, words: tokens.map(({ raw }) => raw) })),
  }
}

/** The whole line, which a person can find again. */
export function placeOf(knowledge: Knowledge, { place }: Pick<Entry, 'place'>): Citation {
  const passage = knowledge.passages[place.passage]!
  // A further part of a long table begins with its repeated column names, which are no part of the range.
  const repeated = passage.text.length - (passage.end - passage.start)
  const start = Math.max(place.start, repeated)
  return {
    source_id: passage.source_id,
    passage_id: passage.id,
    title: passage.title,
    quote: passage.text.slice(start, place.end),
    start: passage.start + start - repeated,
    end: passage.start + place.end - repeated,
  }
}
