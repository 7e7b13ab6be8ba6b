import { sayStatement } from '#server/answering/composing/say-statement.ts'
import type { Statement } from '#server/answering/compiling/entries.ts'
import { findStatement, type FoundStatement } from '#server/answering/finding/find-statements.ts'
import { asksForList } from '#server/answering/finding/find-list.ts'
import { plainText } from '#server/answering/reading/plain-text.ts'
import { splitAsks } from '#server/answering/understanding/split-asks.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import { type FactAnswer, type FactAsked, frameIn, placeOf, spokenLine, isSingleFact, validOn } from './facts-of.ts'
import { quoteLines } from '../quotes/quote-lines.ts'
import { asksPersonalCase } from '../understanding/understand.ts'

const minExplained = 0.8
const maxMissed = 0.4
const minMargin = 0.25
const minTopicMargin = 0.1
const hardlyMissed = 0.1
const farMargin = 0.5
/** One unmatched word is tolerable if much else matches and there is no close rival. */
const wideMargin = 0.3
const manyWords = 4
const maxUnasked = 0.75
/** Ubiquitous words are ignored. */
const minDistinctive = 0.3
/** A shorter follow-up is not understood alone. */
const minWordsAlone = 3

/** The whole line, since its context says when and for whom; from a long line only the sentence with its cases. */
export function answerStatement(
  knowledge: Knowledge,
  question: string,
  { history, today, language }: FactAsked,
  texts: BotTexts,
): FactAnswer | undefined {
  const frame = frameIn(knowledge, question, today)
  if (asksForList(frame) || asksWhatIsLeft(question) || asksPersonalCase(question)) return undefined
  const found = findStatement(frame, knowledge.facts, validOn(knowledge, today))
  if (!found || (history.length > 0 && found.measures.words < minWordsAlone)) return undefined
  const { measures } = found
  const stated = wholeLine(knowledge, found) ?? found.cases
  const sentences = stated.map(one => sayStatement(one, measures))
  const citations = stated.map(one => placeOf(knowledge, one))
  // A sentence answers only one question.
  const isOne = splitAsks(question).length === 1
  return {
    kind: 'statement',
    text: sentences.join('\n'),
    reply: quoteLines(sentences, citations, language, texts, knowledge),
    citations,
    isSure: isOne && (isSure(found) || isSureAlone(found) || isSureOfTopic(found)),
    isPlain: isOne && isSureOfTopic(found),
    statement: measures,
  }
}

function wholeLine(knowledge: Knowledge, { cases, statement }: FoundStatement): Statement[] | undefined {
  const { line, text } = statement
  if (cases.length > 1 || !isSingleFact(knowledge, line, text)) return undefined
  return [{ ...statement, place: line, text: spokenLine(knowledge, line) }]
}

function isSure({ cases, measures }: FoundStatement): boolean {
  const { explained, missed, unmet, margin, unasked, words, telling, leads } = measures
  return (
    words > 0 &&
    (unmet === 0 || (unmet === 1 && margin >= wideMargin && words >= manyWords)) &&
    telling >= minDistinctive &&
    explained >= minExplained &&
    missed <= maxMissed &&
    margin >= minMargin &&
    (unasked < maxUnasked || cases.length > 1) &&
    (words > 1 || leads === 1)
  )
}

/** Every word matches, the kind fits, no close rival: in a tiny shop no word is rare. */
function isSureAlone({ cases, measures }: FoundStatement): boolean {
  const { kind, words, unmet, missed, margin, unasked } = measures
  if (cases.length > 1 || kind !== 1 || words < 2) return false
  return unmet === 0 && missed <= hardlyMissed && margin >= farMargin && unasked < maxUnasked
}

/** "Công lắp nhiu á": only a topic is named, and one paragraph alone answers it. */
function isSureOfTopic({ statement, cases, measures }: FoundStatement): boolean {
  const { kind, words, unmet, topics, margin, missed, unasked } = measures
  return (
    kind === 1 &&
    topics > 0 &&
    words === 0 &&
    unmet === 0 &&
    missed <= maxMissed &&
    margin >= minTopicMargin &&
    statement.topics.size > 0 &&
    (unasked < maxUnasked || cases.length > 1)
  )
}

/** No document knows today's remaining stock or rooms. */
function asksWhatIsLeft(question: string): boolean {
  const plain = plainText(question).replace(/[?.! ]+$/u, '')
  return /(?<!\p{L})con (?:bao nhieu|nhieu|may|nhiu|hang|ban|phong|cho)(?!\p{L})|^con .* (?:khong|ko|k|hong|hok|hem)$| chua$/u.test(
    plain,
  )
}
