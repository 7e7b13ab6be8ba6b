import { sayFact } from '#server/answering/composing/say-fact.ts'
import { sayClass } from '#server/answering/composing/say-class.ts'
import { workOut } from '#server/answering/composing/work-out.ts'
import { findClass } from '#server/answering/finding/find-class.ts'
import { type FactMeasures, findFacts } from '#server/answering/finding/find-facts.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { splitAsks } from '#server/answering/understanding/split-asks.ts'
import { continued, type Frame, frameOf } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import type { Turn } from '#features/training/query.ts'
import { fold } from '#shared/rules/fold.ts'
import type { BotTexts } from '#shared/texts/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { answerCard } from './answer-card.ts'
import { answerStatement } from './answer-statement.ts'
import { type FactAnswer, heardOf, placeOf, validOn } from './facts-of.ts'
import { splitQuestions } from './split-questions.ts'

export type { FactAnswer } from './facts-of.ts'

type FactAsked = { history: Turn[]; language: Language; today?: Day | undefined }

/** A fact is said from here on; of what was said on shops left out about one in twenty was wrong. */
const leastExplained = 0.7
/** From here on it may be for a purpose that the question does not name. */
const surelyExplained = 0.9
const mostMissed = 0.4
const leastMargin = 0.1
/** The same after turns that help to choose. */
const leastMarginAfter = 0.02
const leastNamed = 0.25
const mostOpen = 4
/** Or the whole name is said, nothing comes near, and what is left are words that no document of the shop has. */
const wholly = 0.99
const wideMargin = 0.25
const mostKnownMissed = 0.2
/** A size or class is said where its table is about so much of what is asked. */
const leastClassExplained = 0.3
const factWorth = 0.94
const mostCitations = 3
/** Of the conversation so many turns of the customer are read. */
const mostTurns = 2
/** What was spoken of before is still meant where the fact has so much of it. */
const leastKept = 0.25

/**
 * Answers each question of the message from facts that have all that is asked; undefined where one has none. Of messages that were sent one
 * after the other some may be left open.
 */
export function answerFact(
  knowledge: Knowledge,
  text: string,
  asked: FactAsked,
  texts: BotTexts,
): FactAnswer | undefined {
  const fitting = classFor(knowledge, text, asked, texts)
  if (fitting) return fitting
  const whole = splitQuestions(text)
  const parts = whole.flatMap(splitAsks)
  const answers =
    answersTo(knowledge, whole, asked, texts) ??
    (parts.length > whole.length ? answersTo(knowledge, parts, asked, texts) : undefined) ??
    []
  const lines = text.split('\n').filter(line => line.trim() !== '')
  // Of many messages what is left open fills more than a reply.
  if (answers.length > 0 || lines.length < 2 || lines.length > mostCitations) return together(answers, texts)
  const each = lines.map(line => answersTo(knowledge, splitQuestions(line), asked, texts))
  const some = together(
    each.flat().filter(answer => answer !== undefined),
    texts,
  )
  return some && { ...some, left: lines.filter((_, at) => !each[at]) }
}

function together(answers: readonly FactAnswer[], texts: BotTexts): FactAnswer | undefined {
  const [first] = answers
  if (!first || answers.length > mostCitations) return undefined
  if (answers.length === 1) return first
  return {
    ...first,
    reply: [texts.several, ...answers.map(answer => `• ${answer.said}`)].join('\n'),
    citations: answers.flatMap(({ citations }) => citations).slice(0, mostCitations),
  }
}

/** Each question by itself, with those before it; undefined where one is left open. */
function answersTo(
  knowledge: Knowledge,
  questions: readonly string[],
  asked: FactAsked,
  texts: BotTexts,
): FactAnswer[] | undefined {
  const answers = questions.map((question, at) => {
    if (asksTwice(question)) return undefined
    // "…, bảo hành mấy năm" is about what the question before it is about.
    const before = questions.slice(0, at).map((earlier): Turn => ({ role: 'customer', text: earlier }))
    const found = factFor(knowledge, question, { ...asked, history: [...asked.history, ...before] }, texts)
    if (found?.measures && isSure(found.measures)) return found
    const card = answerCard(knowledge, question, asked, texts)
    if (card) return card
    return answerStatement(knowledge, question, { ...asked, history: [...asked.history, ...before] }, texts)
  })
  return answers.every(answer => answer !== undefined) ? answers : undefined
}

/** Whether it explains nearly all that one question asks, and nothing speaks against it. */
export function isSureFact({ measures }: FactAnswer, question: string): boolean {
  return measures !== undefined && isSure(measures) && !asksTwice(question)
}

/** "14 kg mặc size nào": the row whose ranges hold what is told. */
function classFor(knowledge: Knowledge, text: string, { today }: FactAsked, texts: BotTexts): FactAnswer | undefined {
  const frame = frameOf(heardOf(knowledge, text), today)
  const found = findClass(frame, knowledge.facts, validOn(knowledge, today))
  if (!found || found.explained < leastClassExplained) return undefined
  const said = sayClass(found, frame.plain)
  return {
    said,
    reply: texts.one.replace('{quote}', () => said + texts.oneEnd),
    citations: [placeOf(knowledge, found.entry)],
    confidence: factWorth,
  }
}

/** "Gói lớn nhiêu tiền, thêm 1 người tính sao": a fact is one answer. */
function asksTwice(question: string): boolean {
  // "Máy" is no "mấy".
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
  kept,
}: FactMeasures): boolean {
  return (
    plain === 0 &&
    (priced === 1 || open === 1) &&
    variant === 0 &&
    unasked === 0 &&
    (otherPurposes === 0 || explained >= surelyExplained) &&
    open <= mostOpen &&
    ((explained >= leastExplained &&
      missed <= mostMissed &&
      margin >= (kept > 0 ? leastMarginAfter : leastMargin) &&
      named >= leastNamed) ||
      (priced === 1 &&
        kept === 0 &&
        named >= wholly &&
        nameWords > 1 &&
        margin >= wideMargin &&
        missedKnown <= mostKnownMissed))
  )
}

/** Of one message the same is asked for to say it, and to judge what else could be said. */
const lately = new WeakMap<Knowledge, Map<string, FactAnswer | undefined>>()
const mostKept = 16

/** The fact that fits best, however badly; a message that goes on from the turns before is read with them first. */
export function factFor(knowledge: Knowledge, text: string, asked: FactAsked, texts: BotTexts): FactAnswer | undefined {
  const found = lately.get(knowledge) ?? new Map<string, FactAnswer | undefined>()
  lately.set(knowledge, found)
  const key = JSON.stringify([text, asked.history, asked.today, asked.language, texts.one])
  if (found.has(key)) return found.get(key)
  const fact = findFact(knowledge, text, asked, texts)
  if (found.size >= mostKept) found.clear()
  found.set(key, fact)
  return fact
}

function findFact(knowledge: Knowledge, text: string, asked: FactAsked, texts: BotTexts): FactAnswer | undefined {
  const { history, today } = asked
  const now = frameOf(heardOf(knowledge, text), today)
  const turns = history.filter(({ role }) => role === 'customer').slice(-mostTurns)
  const reply = history.findLast(({ role }) => role === 'bot')
  const alone = best(knowledge, now, asked, texts)
  if (turns.length === 0) return alone
  const before = turns.toReversed().map(turn => frameOf(heardOf(knowledge, turn.text), today))
  const both = best(
    knowledge,
    continued(now, before, reply && frameOf(heardOf(knowledge, reply.text), today)),
    asked,
    texts,
  )
  return both?.measures && both.measures.kept >= leastKept ? both : alone
}

function best(
  knowledge: Knowledge,
  frame: Frame,
  { today, language }: FactAsked,
  texts: BotTexts,
): FactAnswer | undefined {
  const found = findFacts(frame, knowledge.facts, validOn(knowledge, today))
  const [first] = found
  if (!first) return undefined
  const sum = workOut(found, frame)
  const said = sayFact(found, language) + (sum ? ` (${sum})` : '')
  return {
    said,
    reply: texts.one.replace('{quote}', () => said + texts.oneEnd),
    citations: found.slice(0, mostCitations).map(one => placeOf(knowledge, one.entry)),
    confidence: factWorth,
    measures: first.measures,
  }
}
