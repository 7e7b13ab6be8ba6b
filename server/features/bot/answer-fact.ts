import { sayFact } from '#server/answering/composing/say-fact.ts'
import { type FactMeasures, findFacts, type FoundFact } from '#server/answering/finding/find-facts.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { lengthsInMillimetres } from '#server/answering/reading/plain-text.ts'
import { frameOf, type Heard } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { readQuery, type Turn } from '#features/training/query.ts'
import { wordWorth } from '#features/training/stop-words.ts'
import type { BotTexts } from '#shared/texts/bot-texts.ts'
import type { Citation } from './compose.ts'

export type FactAnswer = {
  reply: string
  citations: Citation[]
  confidence: number
  measures: FactMeasures
}

/** A fact is said from here on; of what was said on shops left out about one in twenty was wrong. */
const leastExplained = 0.75
const mostMissed = 0.4
const leastMargin = 0.03
const leastNamed = 0.2
const mostOpen = 4
const factWorth = 0.94
const mostCitations = 3

/** Answers from a fact of a table or list that has all that is asked; undefined where none has. */
export function answerFact(
  knowledge: Knowledge,
  text: string,
  asked: { history: Turn[]; today?: Day | undefined },
  texts: BotTexts,
): FactAnswer | undefined {
  const found = factFor(knowledge, text, asked, texts)
  return found && isSure(found.measures) ? found : undefined
}

function isSure({ explained, missed, margin, named, open }: FactMeasures): boolean {
  return (
    explained >= leastExplained &&
    missed <= mostMissed &&
    margin >= leastMargin &&
    named >= leastNamed &&
    open <= mostOpen
  )
}

/** The fact that fits best, however badly. */
export function factFor(
  knowledge: Knowledge,
  text: string,
  { today }: { history: Turn[]; today?: Day | undefined },
  texts: BotTexts,
): FactAnswer | undefined {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const found = findFacts(frameOf(heardOf(text), today), knowledge.facts, ({ place }) => {
    if (holding?.hidden.has(place.passage)) return false
    const over = holding?.lines.get(place.passage)
    return !over?.some(({ start, end }) => place.start < end && place.end > start)
  })
  const [first] = found
  if (!first) return undefined
  return {
    reply: texts.one.replace('{quote}', () => sayFact(found) + texts.oneEnd),
    citations: found.slice(0, mostCitations).map(one => citationOf(knowledge, one)),
    confidence: factWorth,
    measures: first.measures,
  }
}

function heardOf(text: string): Heard {
  const query = readQuery(lengthsInMillimetres(text))
  return {
    text,
    words: query.tokens.map(token => ({ raw: token.raw, worth: wordWorth(token) })),
    others: query.alternatives.map(({ at, length, tokens }) => ({ at, length, words: tokens.map(({ raw }) => raw) })),
  }
}

/** The whole line, which a person can find again. */
function citationOf(knowledge: Knowledge, { entry: { place } }: FoundFact): Citation {
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
