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

export type Sought = {
  question: string
  /** the units to quote from */
  found: Found
  confidence: number
  /** all search results, in the search's order */
  whole: Found
  /** compiled knowledge that answers instead of a quoted line */
  fact?: FactAnswer
  /** answered by a taught pair */
  told?: true
  /** what a model gets to read; ranked by words and vectors where there are vectors */
  listed: Found
}

/** Vector similarity of each passage to a question, by position; undefined: not available. */
export type Meaning = (question: string) => ArrayLike<number> | undefined

/** Characters. Of a longer burst only the end is read: reading takes more than linear time. */
const maxRead = 4000

/** "Ạ ạ ạ" reads as one word. */
const again = /(?<!\S)(\p{L}{1,6})(?: \1){2,}(?!\S)/giu

export function readable(text: string): string {
  return cleanText(text.slice(-maxRead).toWellFormed()).replace(again, '$1')
}

/** Documents seldom say how somebody's own order stands. */
const personalCaseConfidence = 0.35

/**
 * Fixed confidence of kinds that are too rare in the development shops to learn from, but common in practice: the size for given
 * measures, the opening hours, the whole price list, a general price.
 */
const fixedWorth: Partial<Record<FactKind, number>> = { class: 0.94, card: 0.92, list: 0.92, statement: 0.92 }

/** A person has taught the answer to this very question. */
const taughtConfidence = 0.99

export type Search = {
  history: Turn[]
  threshold: number
  synonyms: string[][]
  /** of the reply */
  language: Language
  texts: BotTexts
  meaning?: Meaning | undefined
  today?: Day | undefined
  /** absent: the learned weights */
  judge?: Judge | undefined
  /** whether a fact may be stated as composed */
  isProven(fact: FactAnswer): boolean
}

/** Searches each question of a message separately; if that finds less than the whole message does, the whole counts. */
export function seek(knowledge: Knowledge, text: string, search: Search): Sought[] {
  const questions = splitQuestions(text)
  // A single question is searched without the greetings around it.
  const asked = questions.length === 1 ? questions[0]! : text
  const whole = surest([
    seekOne(knowledge, asked, search.history, search),
    ...[pickedQuestion(text, search.history) ?? []].flat().map(picked => seekOne(knowledge, picked, [], search)),
  ])
  const each = (parts: readonly string[]): Sought[] =>
    parts.map((part, at) =>
      // "…, bảo hành mấy năm" is about what the question before it is about.
      seekOne(knowledge, part, [...search.history, ...parts.slice(0, at).map(asCustomer)], search),
    )
  // A taught question is one question, however many it asks.
  if (whole.told && knowledge.toldAnswer(text) !== undefined) return [whole]
  const isSure = ({ confidence }: Sought): boolean => confidence >= search.threshold
  // "Có những loại nào, loại 60 phút bao nhiêu": one list says both.
  if (isSure(whole) && whole.fact?.kind === 'list') return [whole]
  const asks = questions.flatMap(splitAsks)
  if (asks.length > questions.length && asks.length <= maxParts) {
    const parts = each(asks)
    if (parts.every(isSure)) return parts
  }
  if (questions.length === 1) return [whole]
  const parts = each(questions)
  return parts.some(isSure) ? parts : [whole]
}

/** A reply has room for no more answers. */
const maxParts = 3

function asCustomer(text: string): Turn {
  return { role: 'customer', text }
}

function surest(sought: readonly Sought[]): Sought {
  return sought.reduce((most, one) => (one.confidence > most.confidence ? one : most))
}

/** "Còn ngày lễ thì sao": what it is about was said before. */
const continues =
  /^(?:dạ |da |à |ủa )?(?:còn|con|thế|the|vậy|vay|and|what about|how about|then)(?!\p{L})|(?:thì|thi) (?:sao|bao nhiêu|nhiêu|nhieu|bn|thế nào)|(?<!\p{L})(?:nó|đó|này|kia|it|that|this|one)(?!\p{L})/iu

/** With the conversation; a question that stands alone also without it. */
function seekOne(knowledge: Knowledge, question: string, turns: Turn[], search: Search): Sought {
  const within = seekWithTurns(knowledge, question, turns, search)
  if (turns.length === 0 || within.confidence >= search.threshold || continues.test(question)) return within
  const alone = seekWithTurns(knowledge, question, [], search)
  return alone.confidence >= search.threshold ? alone : within
}

function seekWithTurns(knowledge: Knowledge, question: string, turns: Turn[], search: Search): Sought {
  const { synonyms, meaning, threshold, today, language, texts } = search
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const wordings = [question, ...inOtherWords(question, synonyms)]
  for (const wording of wordings) {
    const told = knowledge.toldAnswer(wording) ?? taughtMatch(knowledge, readQuery(wording))
    if (told === undefined) continue
    const found = onlyThat(knowledge, told, wording)
    return { question, found, whole: found, confidence: taughtConfidence, listed: found, told: true }
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

/** The most likely answer; taught pairs go before documents. */
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
      confidence:
        (fixedWorthOf(said.fact) ?? judge(candidate)) * (candidate.question.isOwnCase ? personalCaseConfidence : 1),
    }))
    .sort((a, b) => worthOf(b) - worthOf(a))
  const isUsable = ({ fact }: Judged): boolean => !fact || isProven(fact)
  const first =
    judged.find(one => one.confidence >= threshold && isTaughtPair(knowledge, one)) ??
    // What is said of the shop itself, or of a size, is not said of something else that it has.
    judged.find(one => fixedWorthOf(one.fact) !== undefined && one.confidence >= threshold && isUsable(one)) ??
    judged.find(isUsable)
  return first ?? { found, whole: found, confidence: 0 }
}

/** Among about equally likely ones, the part that was asked for wins. */
function worthOf({ confidence, fact }: Judged): number {
  return confidence - (fact?.isWhole ? wholeCost : 0)
}

const wholeCost = 0.03

function fixedWorthOf(fact: FactAnswer | undefined): number | undefined {
  return fact?.isSure && (fact.kind !== 'statement' || fact.isPlain) ? fixedWorth[fact.kind] : undefined
}

function isTaughtPair(knowledge: Knowledge, { found, fact }: Judged): boolean {
  const [line] = found.units
  return !fact && line !== undefined && knowledge.passages[found.passages[line.passage]!.position]!.pair === true
}

/** Without lines that are not valid today, and without stories of single cases. */
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
 * The passages found for all questions, interleaved, best first; those that would be quoted are among the first.
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
