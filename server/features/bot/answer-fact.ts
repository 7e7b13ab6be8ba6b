import { sayFact } from '#server/answering/composing/say-fact.ts'
import { workOut } from '#server/answering/composing/work-out.ts'
import type { Entry } from '#server/answering/compiling/entries.ts'
import { type FactMeasures, findFacts } from '#server/answering/finding/find-facts.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { lengthsInMillimetres } from '#server/answering/reading/plain-text.ts'
import { continued, type Frame, frameOf, type Heard } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { readQuery, type Turn } from '#features/training/query.ts'
import { wordWorth } from '#features/training/stop-words.ts'
import { fold } from '#shared/rules/fold.ts'
import type { Language } from '#shared/words.ts'
import type { Citation } from './compose.ts'

type FactAsked = { history: Turn[]; language: Language; today?: Day | undefined }

export type FactAnswer = {
  /** without the polite words around it */
  said: string
  citations: Citation[]
  measures: FactMeasures
  /** it explains nearly all that was asked, and nothing speaks against it */
  isSure: boolean
}

/** A fact is sure from here on; of what was said on shops left out about one in twenty was wrong. */
const leastExplained = 0.7
/** From here on it may be for a purpose that the question does not name. */
const surelyExplained = 0.9
const mostMissed = 0.4
const leastMargin = 0.03
const leastNamed = 0.3
const mostOpen = 4
const mostCitations = 3
/** Of the conversation so many turns of the customer are read. */
const mostTurns = 2
/** What was spoken of before is still meant where the fact has so much of it. */
const leastKept = 0.25

/** "Gói lớn nhiêu tiền, thêm 1 người tính sao": a fact is one answer. */
function asksTwice(question: string): boolean {
  return (fold(question).match(asking)?.length ?? 0) > 1
}

const asking =
  /(?<!\p{L})(?:bao nhieu|nhieu|nhiu|bn|may|bao lau|sao|the nao|how (?:much|long|many)|what|which)(?!\p{L})/gu

function isSure({
  explained,
  missed,
  margin,
  named,
  open,
  variant,
  unasked,
  otherPurposes,
  plain,
}: FactMeasures): boolean {
  return (
    plain === 0 &&
    variant === 0 &&
    unasked === 0 &&
    (otherPurposes === 0 || explained >= surelyExplained) &&
    explained >= leastExplained &&
    missed <= mostMissed &&
    margin >= leastMargin &&
    named >= leastNamed &&
    open <= mostOpen
  )
}

/** The fact that fits best, however badly; a message that goes on from the turns before is read with them first. */
export function factFor(knowledge: Knowledge, text: string, asked: FactAsked): FactAnswer | undefined {
  const { history, today } = asked
  const now = frameOf(heardOf(text), today)
  const turns = history.filter(({ role }) => role === 'customer').slice(-mostTurns)
  const reply = history.findLast(({ role }) => role === 'bot')
  const alone = best(knowledge, now, asked)
  if (turns.length === 0) return alone && { ...alone, isSure: alone.isSure && !asksTwice(text) }
  const before = turns.toReversed().map(turn => frameOf(heardOf(turn.text), today))
  const both = best(knowledge, continued(now, before, reply && frameOf(heardOf(reply.text), today)), asked)
  const chosen = both && both.measures.kept >= leastKept ? both : alone
  return chosen && { ...chosen, isSure: chosen.isSure && !asksTwice(text) }
}

function best(
  knowledge: Knowledge,
  frame: Frame,
  { today, language }: FactAsked,
): FactAnswer | undefined {
  const found = findFacts(frame, knowledge.facts, validOn(knowledge, today))
  const [first] = found
  if (!first) return undefined
  const sum = workOut(found, frame)
  const said = sayFact(found, language) + (sum ? ` (${sum})` : '')
  return {
    said,
    citations: found.slice(0, mostCitations).map(one => placeOf(knowledge, one.entry)),
    measures: first.measures,
    isSure: isSure(first.measures),
  }
}

/** Whether what an entry says holds on a day. */
export function validOn(knowledge: Knowledge, today: Day | undefined): (entry: Entry) => boolean {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  return ({ place }) => {
    if (holding?.hidden.has(place.passage)) return false
    const over = holding?.lines.get(place.passage)
    return !over?.some(({ start, end }) => place.start < end && place.end > start)
  }
}

/** A message as the words are heard. */
export function heardOf(text: string): Heard {
  const query = readQuery(lengthsInMillimetres(text))
  return {
    text,
    words: query.tokens.map(token => ({ raw: token.raw, worth: wordWorth(token) })),
    others: query.alternatives.map(({ at, length, tokens }) => ({
      at,
      length,
      words: tokens.map(({ raw }) => raw),
    })),
  }
}

/** The whole line, which a person can find again. */
export function placeOf(knowledge: Knowledge, { place }: Entry): Citation {
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
