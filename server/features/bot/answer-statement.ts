import { sayStatement } from '#server/answering/composing/say-statement.ts'
import type { Place } from '#server/answering/compiling/entries.ts'
import { findStatement, type FoundStatement } from '#server/answering/finding/find-statements.ts'
import { asksForList } from '#server/answering/finding/find-list.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { plainText } from '#server/answering/reading/plain-text.ts'
import { splitAsks } from '#server/answering/understanding/split-asks.ts'
import { frameOf } from '#server/answering/understanding/frame.ts'
import { findPassages } from '#features/training/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { readQuery, type Turn } from '#features/training/query.ts'
import type { BotTexts } from '#shared/texts/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { type FactAnswer, heardOf, placeOf, validOn } from './facts-of.ts'
import { quoteLines } from './quote-lines.ts'
import { asksOwnCase } from './understand.ts'

type Asked = { history: Turn[]; language: Language; today?: Day | undefined }

/** Of 224 replies on shops that were looked at or tested one was wrong; of 34 on shops kept aside, with bounds a little lower, eight. */
const leastExplained = 0.8
const mostMissed = 0.4
const leastMargin = 0.25
const leastTopicMargin = 0.1
const hardlyMissed = 0.1
const farMargin = 0.5
/** One word that is in none of it may be said in passing where much else is met and nothing comes near. */
const wideMargin = 0.3
const manyWords = 4
const mostUnasked = 0.75
/** A word that stands everywhere tells nothing. */
const leastTelling = 0.3
const statementWorth = 0.92
/** With fewer words of its own a message that goes on from others is not understood alone. */
const fewestWordsAlone = 3

/**
 * A sentence of the documents that says all that the question names, where the search, which measures otherwise, finds the same one best.
 * @returns undefined where none does
 */
export function answerStatement(
  knowledge: Knowledge,
  question: string,
  { history, today, language }: Asked,
  texts: BotTexts,
): FactAnswer | undefined {
  // A sentence is one answer.
  if (splitAsks(question).length > 1) return undefined
  const frame = frameOf(heardOf(knowledge, question), today)
  if (asksForList(frame) || asksWhatIsLeft(question) || asksOwnCase(question)) return undefined
  const found = findStatement(frame, knowledge.facts, validOn(knowledge, today))
  if (!found || !(isSure(found) || isSureAlone(found) || isSureOfTopic(found))) return undefined
  if (history.length > 0 && found.measures.words < fewestWordsAlone) return undefined
  const { cases } = found
  const places = cases.map(({ place }) => place)
  if (!isFoundBest(knowledge, question, history, places, today)) return undefined
  const said = cases.map(one => sayStatement(one, found.measures))
  const citations = cases.map(one => placeOf(knowledge, one))
  return {
    said: said.join('\n'),
    reply: quoteLines(said, citations, language, texts, knowledge),
    citations,
    confidence: statementWorth,
    statement: found.measures,
  }
}

function isSure({ cases, measures }: FoundStatement): boolean {
  const { explained, missed, unmet, margin, unasked, words, telling, leads } = measures
  return (
    words > 0 &&
    (unmet === 0 || (unmet === 1 && margin >= wideMargin && words >= manyWords)) &&
    telling >= leastTelling &&
    explained >= leastExplained &&
    missed <= mostMissed &&
    margin >= leastMargin &&
    (unasked < mostUnasked || cases.length > 1) && // each case is told with its name
    (words > 1 || leads === 1)
  )
}

/** Every word of it is met, it has what is asked for, and nothing comes near: in a shop of a few lines no word is rare. */
function isSureAlone({ cases, measures }: FoundStatement): boolean {
  const { kind, words, unmet, missed, margin, unasked } = measures
  if (cases.length > 1 || kind !== 1 || words < 2) return false
  return unmet === 0 && missed <= hardlyMissed && margin >= farMargin && unasked < mostUnasked
}

/** "Ship bn v shop": the question names a subject and nothing else, and one paragraph alone says of it what is asked for. */
function isSureOfTopic({ statement, cases, measures }: FoundStatement): boolean {
  const { kind, words, unmet, topics, margin, missed, unasked } = measures
  return (
    kind === 1 &&
    topics > 0 &&
    words === 0 &&
    unmet === 0 &&
    missed <= mostMissed &&
    margin >= leastTopicMargin &&
    statement.topics.size > 0 &&
    (unasked < mostUnasked || cases.length > 1)
  )
}

/** What is left of goods or rooms today no document says. */
function asksWhatIsLeft(question: string): boolean {
  const plain = plainText(question).replace(/[?.! ]+$/u, '')
  return /(?<!\p{L})con (?:bao nhieu|nhieu|may|nhiu|hang|ban|phong|cho)(?!\p{L})|^con .* (?:khong|ko|k|hong|hok|hem)$| chua$/u.test(
    plain,
  )
}

function isFoundBest(
  knowledge: Knowledge,
  question: string,
  history: Turn[],
  places: readonly Place[],
  today: Day | undefined,
): boolean {
  const hidden = today === undefined ? undefined : knowledge.holdingOn(today).hidden
  const { units, passages } = findPassages(knowledge, readQuery(question, history), hidden)
  const [best] = units
  if (!best) return false
  const { position } = passages[best.passage]!
  return places.some(
    ({ passage, start, end }) => passage === position && best.unit.start < end && best.unit.end > start,
  )
}
