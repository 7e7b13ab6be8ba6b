import { sayFact } from '#server/answering/composing/say-fact.ts'
import { sayClass } from '#server/answering/composing/say-class.ts'
import { workOut } from '#server/answering/composing/work-out.ts'
import { findClass } from '#server/answering/finding/find-class.ts'
import type { FactMeasures } from '#server/answering/finding/fact-measures.ts'
import { type FoundFact, findFacts } from '#server/answering/finding/find-facts.ts'
import { continued, type Frame } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { type FactAnswer, type FactAsked, frameIn, maxLineLength, placeOf, spokenLine, validOn } from './facts-of.ts'

const minExplained = 0.7
/** Minimum for a fact with a purpose that the question does not name. */
const surelyExplained = 0.9
const maxMissed = 0.4
const minMargin = 0.1
/** The same after earlier turns. */
const minMarginAfter = 0.02
const minNamed = 0.25
const maxOpen = 4
/** Or: the full name, no close rival, and only unknown words left. */
const wholly = 0.99
const wideMargin = 0.25
const maxKnownMissed = 0.2
/** Minimum share of the question that a size or class table must cover. */
const minClassExplained = 0.3
const maxCitations = 3
/** Longer rows make no sentence. */
const maxCells = 6
const fewMore = 5
const maxTurns = 2
/** Minimum share of the earlier topic in the fact. */
const minCarriedOver = 0.25

/** "14 kg mặc size nào": the row whose ranges fit. */
export function answerClass(
  knowledge: Knowledge,
  text: string,
  { today }: FactAsked,
  texts: BotTexts,
): FactAnswer | undefined {
  const frame = frameIn(knowledge, text, today)
  const found = findClass(frame, knowledge.facts, validOn(knowledge, today))
  if (!found) return undefined
  const wording = sayClass(found, frame.plain)
  return {
    kind: 'class',
    text: wording,
    reply: texts.one.replace('{quote}', () => wording + texts.oneEnd),
    citations: [placeOf(knowledge, found.entry)],
    isSure: found.explained >= minClassExplained,
    explained: found.explained,
  }
}

/** "Gói lớn nhiêu tiền, thêm 1 người tính sao": a fact answers only one question. */
function asksTwice(question: string): boolean {
  // "Máy" is not "mấy".
  return (fold(question.toLowerCase().replaceAll('máy', ' ')).match(asking)?.length ?? 0) > 1
}

const asking =
  /(?<!\p{L})(?:bao nhieu|nhieu|nhiu|bn|may|bao lau|sao|the nao|how (?:much|long|many)|what|which)(?!\p{L})/gu

function isSure({
  explained,
  missed,
  missedKnown,
  nameWords,
  margin,
  named,
  open,
  variant,
  unasked,
  otherPurposes,
  plain,
  priced,
  carriedOver,
}: FactMeasures): boolean {
  return (
    plain === 0 &&
    (priced === 1 || open === 1) &&
    variant === 0 &&
    unasked === 0 &&
    (otherPurposes === 0 || explained >= surelyExplained) &&
    open <= maxOpen &&
    ((explained >= minExplained &&
      missed <= maxMissed &&
      margin >= (carriedOver > 0 ? minMarginAfter : minMargin) &&
      named >= minNamed) ||
      (priced === 1 &&
        carriedOver === 0 &&
        named >= wholly &&
        nameWords > 1 &&
        margin >= wideMargin &&
        missedKnown <= maxKnownMissed))
  )
}

/** Even a bad match; a follow-up is first read with the earlier turns. */
export function answerValue(knowledge: Knowledge, text: string, asked: FactAsked, texts: BotTexts): FactAnswer[] {
  const { history, today } = asked
  const now = frameIn(knowledge, text, today)
  const turns = history.filter(({ role }) => role === 'customer').slice(-maxTurns)
  const reply = history.findLast(({ role }) => role === 'bot')
  const twice = asksTwice(text)
  const alone = best(knowledge, now, twice, asked, texts)
  if (turns.length === 0) return alone
  const before = turns.toReversed().map(turn => frameIn(knowledge, turn.text, today))
  const both = best(
    knowledge,
    continued(now, before, reply && frameIn(knowledge, reply.text, today)),
    twice,
    asked,
    texts,
  )
  return (both[0]?.measures?.carriedOver ?? 0) >= minCarriedOver ? both : alone
}

/** The requested values, or the whole row if several are requested. */
function best(
  knowledge: Knowledge,
  frame: Frame,
  twice: boolean,
  { today, language }: FactAsked,
  texts: BotTexts,
): FactAnswer[] {
  const found = findFacts(frame, knowledge.facts, validOn(knowledge, today))
  const [first] = found
  if (!first) return []
  const sum = workOut(found, frame)
  const answerOf = (text: string, isWhole: boolean): FactAnswer => ({
    kind: 'value',
    isWhole,
    text,
    reply: texts.one.replace('{quote}', () => text + texts.oneEnd),
    citations: found.slice(0, maxCitations).map(one => placeOf(knowledge, one.entry)),
    isSure: isSure(first.measures) && !twice,
    measures: first.measures,
  })
  const answer = answerOf(sayFact(found, language) + (sum ? ` (${sum})` : ''), false)
  const whole = found.length === 1 ? wholeOf(knowledge, first, language) : undefined
  return whole && whole.length > answer.text.length + fewMore ? [answer, answerOf(whole, true)] : [answer]
}

function wholeOf(knowledge: Knowledge, fact: FoundFact, language: Language): string | undefined {
  const { cells, shape, place } = fact.entry
  if (shape === 'row') return cells.length > maxCells ? undefined : sayFact([{ ...fact, cells, keys: [] }], language)
  return place.end - place.start > maxLineLength ? undefined : spokenLine(knowledge, place)
}
