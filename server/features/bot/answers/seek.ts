import { type Found, findPassages } from '#features/training/search/find-passages.ts'
import type { Day } from '#server/answering/reading/days.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { inOtherWords } from '#features/training/search/shop-synonyms.ts'
import { readQuery, type Turn } from '#features/training/search/query.ts'
import type { Language } from '#shared/words.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { type Judge, judge as judgeOf } from '#server/answering/judging/judge.ts'
import { splitAsks } from '#server/answering/understanding/split-asks.ts'
import { collectFacts } from './collect-facts.ts'
import type { FactKind } from '#server/answering/judging/candidate.ts'
import type { FactAnswer } from './facts-of.ts'
import { type Option, optionsOf } from '../understanding/options.ts'
import { pickedQuestion } from '../understanding/picked-question.ts'
import { taughtMatch } from '../quotes/taught-match.ts'
import { splitQuestions } from '../understanding/split-questions.ts'

/** One question of a message, and what was found for it. */
export type Sought = {
  question: string
  /** what is quoted from */
  found: Found
  confidence: number
  /** all that the search found, in its own order */
  whole: Found
  /** what is said in place of a line, where compiled knowledge is the answer */
  fact?: FactAnswer
  /** a person has answered this question */
  told?: true
  /** what a model gets to read: by words and meaning together where there are vectors, else the same */
  listed: Found
}

/** How like a question each passage is by its meaning, by position; undefined where that is not known. */
export type Meaning = (question: string) => ArrayLike<number> | undefined

/** Of a burst that is longer than any question the end counts: reading takes longer than in proportion, and all wait for it. */
const mostRead = 4000

/** "Ạ ạ ạ": a word said three times says it once. */
const again = /(?<!\S)(\p{L}{1,6})(?: \1){2,}(?!\S)/giu

/** A message as it is read. */
export function readable(text: string): string {
  return cleanText(text.slice(-mostRead).toWellFormed()).replace(again, '$1')
}

/** What documents say is seldom how somebody's own order stands. */
const ownCaseWorth = 0.35

/**
 * Asked for too seldom on the shops at hand to learn from, and each day in life: the size that holds all measures, the hours, the price list,
 * what something costs in general; where nothing else is named.
 */
const fixedWorth: Partial<Record<FactKind, number>> = { class: 0.94, card: 0.92, list: 0.92, statement: 0.92 }

/** A person has said what answers this very question; no measure knows better. */
const toldWorth = 0.99

export type Search = {
  history: Turn[]
  threshold: number
  synonyms: string[][]
  /** of the reply */
  language: Language
  texts: BotTexts
  meaning?: Meaning | undefined
  today?: Day | undefined
  /** how sure an answer is; absent: as it was learned */
  judge?: Judge | undefined
  /** whether a fact may be said as it stands */
  isProven(fact: FactAnswer): boolean
}

/** Each question of the message is looked up by itself; where that finds less than the whole message, the whole counts. */
export function seek(knowledge: Knowledge, text: string, search: Search): Sought[] {
  const questions = splitQuestions(text)
  // Alone it is looked up without the greetings around it.
  const asked = questions.length === 1 ? questions[0]! : text
  const whole = surest([
    look(knowledge, asked, search.history, search),
    ...[pickedQuestion(text, search.history) ?? []].flat().map(picked => look(knowledge, picked, [], search)),
  ])
  const each = (parts: readonly string[]): Sought[] =>
    parts.map((part, at) =>
      // "…, bảo hành mấy năm" is about what the question before it is about.
      look(knowledge, part, [...search.history, ...parts.slice(0, at).map(asCustomer)], search),
    )
  // What a person has answered as one is one question, however many it asks.
  if (whole.told && knowledge.toldAnswer(text) !== undefined) return [whole]
  const isSure = ({ confidence }: Sought): boolean => confidence >= search.threshold
  // "Có những loại nào, loại 60 phút bao nhiêu": one list says both.
  if (isSure(whole) && whole.fact?.kind === 'list') return [whole]
  const asks = questions.flatMap(splitAsks)
  if (asks.length > questions.length && asks.length <= mostParts) {
    const parts = each(asks)
    if (parts.every(isSure)) return parts
  }
  if (questions.length === 1) return [whole]
  const parts = each(questions)
  return parts.some(isSure) ? parts : [whole]
}

/** A reply has room for no more answers. */
const mostParts = 3

function asCustomer(text: string): Turn {
  return { role: 'customer', text }
}

function surest(sought: readonly Sought[]): Sought {
  return sought.reduce((most, one) => (one.confidence > most.confidence ? one : most))
}

/** "Còn ngày lễ thì sao": what it is about was said before. */
const goesOn =
  /^(?:dạ |da |à |ủa )?(?:còn|con|thế|the|vậy|vay|and|what about|how about|then)(?!\p{L})|(?:thì|thi) (?:sao|bao nhiêu|nhiêu|nhieu|bn|thế nào)|(?<!\p{L})(?:nó|đó|này|kia|it|that|this|one)(?!\p{L})/iu

/** In its conversation; and what needs none, as if there had been none. */
function look(knowledge: Knowledge, question: string, turns: Turn[], search: Search): Sought {
  const within = lookWith(knowledge, question, turns, search)
  if (turns.length === 0 || within.confidence >= search.threshold || goesOn.test(question)) return within
  const alone = lookWith(knowledge, question, [], search)
  return alone.confidence >= search.threshold ? alone : within
}

function lookWith(knowledge: Knowledge, question: string, turns: Turn[], search: Search): Sought {
  const { synonyms, meaning, threshold, today, language, texts } = search
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const wordings = [question, ...inOtherWords(question, synonyms)]
  for (const wording of wordings) {
    const told = knowledge.toldAnswer(wording) ?? taughtMatch(knowledge, readQuery(wording))
    if (told === undefined) continue
    const found = onlyThat(knowledge, told, wording)
    return { question, found, whole: found, confidence: toldWorth, listed: found, told: true }
  }
  const judged = (wording: string, alike?: ArrayLike<number>): Judged => {
    const facts = collectFacts(knowledge, wording, { history: turns, today, language }, texts)
    const also = knowledge.positionsOf(facts.flatMap(({ citations }) => citations.map(({ passage_id: id }) => id)))
    const looking = { hidden: holding?.hidden, meaning: alike, also }
    const all = findPassages(knowledge, readQuery(wording, turns), looking)
    const holds = withoutRanges(all, knowledge.facts.statements.stories)
    const found = holding?.lines.size ? withoutRanges(holds, holding.lines) : holds
    return best(knowledge, found, optionsOf(knowledge, found, question, turns, { facts, today }), search)
  }
  const [byWords] = wordings.map(wording => judged(wording)).sort((a, b) => b.confidence - a.confidence)
  const alike = meaning?.(question)
  if (!alike) return { question, ...byWords!, listed: byWords!.found }
  // How sure an answer is was learned from words alone: what they are sure of stands, and what only its meaning brought up is quoted
  // where words find nothing and yet speak for it. A model reads all of it.
  const both = judged(question, alike)
  return {
    question,
    ...(byWords!.confidence >= threshold || both.confidence < threshold ? byWords! : both),
    listed: both.found,
  }
}

type Judged = Pick<Sought, 'found' | 'whole' | 'confidence' | 'fact'>

/** The likeliest; what somebody of the shop has written as the answer goes before what documents say. */
function best(
  knowledge: Knowledge,
  found: Found,
  options: readonly Option[],
  { judge = judgeOf, threshold, isProven }: Search,
): Judged {
  const judged = options
    .map(({ candidate, ...said }): Judged => ({
      ...said,
      whole: found,
      confidence: (fixedWorthOf(said.fact) ?? judge(candidate)) * (candidate.question.isOwnCase ? ownCaseWorth : 1),
    }))
    .sort((a, b) => worthOf(b) - worthOf(a))
  const maySay = ({ fact }: Judged): boolean => !fact || isProven(fact)
  const first =
    judged.find(one => one.confidence >= threshold && isOwnAnswer(knowledge, one)) ??
    // What is said of the shop itself, or of a size, is not said of something else that it has.
    judged.find(one => fixedWorthOf(one.fact) !== undefined && one.confidence >= threshold && maySay(one)) ??
    judged.find(maySay)
  return first ?? { found, whole: found, confidence: 0 }
}

/** Of what is about as likely, the part that was asked for is said. */
function worthOf({ confidence, fact }: Judged): number {
  return confidence - (fact?.isWhole ? wholeCost : 0)
}

const wholeCost = 0.03

function fixedWorthOf(fact: FactAnswer | undefined): number | undefined {
  return fact?.isSure && (fact.kind !== 'statement' || fact.isPlain) ? fixedWorth[fact.kind] : undefined
}

function isOwnAnswer(knowledge: Knowledge, { found, fact }: Judged): boolean {
  const [line] = found.units
  return !fact && line !== undefined && knowledge.passages[found.passages[line.passage]!.position]!.pair === true
}

/** What a passage says of a time that is over, or has not come, is no answer, nor is what it tells of somebody's case. */
function withoutRanges(found: Found, ranges: ReadonlyMap<number, readonly { start: number; end: number }[]>): Found {
  const units = found.units.filter(({ passage, unit }) => {
    const out = ranges.get(found.passages[passage]!.position)
    return !out?.some(({ start, end }) => unit.start < end && unit.end > start)
  })
  return { ...found, units }
}

function onlyThat(knowledge: Knowledge, position: number, question: string): Found {
  const others = new Set(knowledge.passages.keys())
  others.delete(position)
  return findPassages(knowledge, readQuery(question), { hidden: others })
}

/** A model reads no more than eight. */
const surelyRead = 7

/**
 * The passages that were found for all questions, best first, those of each question in turn; what would be quoted is among the
 * first.
 */
export function foundPassages(sought: readonly Sought[]): { position: number; rank: number }[] {
  const lists = sought.map(({ found, listed }) => {
    const list = listed.passages.map(({ position, rank }) => ({ position, rank }))
    const quoted = found.passages[found.units[0]?.passage ?? -1]
    const at = quoted ? list.findIndex(({ position }) => position === quoted.position) : 0
    const room = Math.floor(surelyRead / sought.length)
    if (!quoted || (at >= 0 && at < room)) return list
    const { position, rank } = quoted
    return [...list.slice(0, room), { position, rank }, ...list.slice(room).filter(one => one.position !== position)]
  })
  const longest = Math.max(...lists.map(list => list.length))
  const merged = Array.from({ length: longest }, (_, i) => lists.flatMap(list => list[i] ?? [])).flat()
  const seen = new Set<number>()
  return merged.filter(({ position }) => !seen.has(position) && seen.add(position))
}
