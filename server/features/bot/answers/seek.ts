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
import { withNamedSubject } from '../understanding/named-subject.ts'
import { pronounIn } from '../understanding/pronoun.ts'
import { pickedQuestion } from '../understanding/picked-question.ts'
import { taughtMatch } from '../quotes/taught-match.ts'
import { splitQuestions } from '../understanding/split-questions.ts'

export type Sought = {
  question: string
  found: Found
  confidence: number
  whole: Found
  fact?: FactAnswer
  taught?: true
  listed: Found
}

export type Meaning = (question: string) => ArrayLike<number> | undefined

/** Characters. Only the end of a longer burst is read, because reading takes more than linear time. */
const maxRead = 4000

const again = /(?<!\S)(\p{L}{1,6})(?: \1){2,}(?!\S)/giu

export function readable(text: string): string {
  return cleanText(text.slice(-maxRead).toWellFormed()).replace(again, '$1')
}

/** Documents seldom say what state a customer's own order is in. */
const personalCaseConfidence = 0.35

/** Fixed confidence of kinds common in practice but too rare in the development shops to learn from. */
const fixedWorth: Partial<Record<FactKind, number>> = { class: 0.94, card: 0.92, list: 0.92, statement: 0.92 }

const taughtConfidence = 0.99

export type Search = {
  history: Turn[]
  threshold: number
  synonyms: string[][]
  language: Language
  texts: BotTexts
  meaning?: Meaning | undefined
  today?: Day | undefined
  judge?: Judge | undefined
  isProven(fact: FactAnswer): boolean
}

/** Searches each question separately; the whole message counts if that finds more. */
export function seek(knowledge: Knowledge, text: string, search: Search): Sought[] {
  const questions = splitQuestions(text)
  const asked = questions.length === 1 ? questions[0]! : text
  const whole = surest([
    seekOne(knowledge, asked, search.history, search),
    ...[pickedQuestion(text, search.history) ?? []].flat().map(picked => seekOne(knowledge, picked, [], search)),
  ])
  const each = (parts: readonly string[]): Sought[] =>
    parts.map((part, at) =>
      seekOne(knowledge, part, [...search.history, ...parts.slice(0, at).map(asCustomer)], search),
    )
  // A taught question counts as one, even if it asks several things.
  if (whole.taught && knowledge.taughtPosition(text) !== undefined) return [whole]
  const isSure = ({ confidence }: Sought): boolean => confidence >= search.threshold
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

const maxParts = 3

function asCustomer(text: string): Turn {
  return { role: 'customer', text }
}

function surest(sought: readonly Sought[]): Sought {
  return sought.reduce((best, one) => (one.confidence > best.confidence ? one : best))
}

const continues =
  /^(?:dạ |da |à |ủa )?(?:còn|con|thế|the|vậy|vay|and|what about|how about|then)(?!\p{L})|(?:thì|thi) (?:sao|bao nhiêu|nhiêu|nhieu|bn|thế nào)|(?<!\p{L})(?:đó|này|kia|that|this|one)(?!\p{L})/iu

function seekOne(knowledge: Knowledge, question: string, turns: Turn[], search: Search): Sought {
  const within = seekWithTurns(knowledge, question, turns, search)
  if (turns.length === 0 || within.confidence >= search.threshold) return within
  // Within one message "it" is what stands before.
  if (pronounIn(question) ? !turns.some(({ role }) => role === 'bot') : continues.test(question)) return within
  const named = withNamedSubject(knowledge, question, turns)
  const wordings = named === undefined ? [question] : [named, question]
  const alone = surest(wordings.map(wording => seekWithTurns(knowledge, wording, [], search)))
  return alone.confidence >= search.threshold ? { ...alone, question } : within
}

function seekWithTurns(knowledge: Knowledge, question: string, turns: Turn[], search: Search): Sought {
  const { synonyms, meaning, threshold, today, language, texts } = search
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const wordings = [question, ...inOtherWords(question, synonyms)]
  for (const wording of wordings) {
    const taught = knowledge.taughtPosition(wording) ?? taughtMatch(knowledge, readQuery(wording))
    if (taught === undefined) continue
    const found = onlyThat(knowledge, taught, wording)
    return { question, found, whole: found, confidence: taughtConfidence, listed: found, taught: true }
  }
  const judged = (wording: string, alike?: ArrayLike<number>): Judged => {
    const facts = collectFacts(knowledge, wording, { history: turns, today, language }, texts)
    const also = knowledge.positionsOf(facts.flatMap(({ citations }) => citations.map(({ passage_id: id }) => id)))
    const options = { hidden: holding?.hidden, meaning: alike, also }
    const all = findPassages(knowledge, readQuery(wording, turns), options)
    const holds = withoutRanges(all, knowledge.facts.statements.stories)
    const found = holding?.lines.size ? withoutRanges(holds, holding.lines) : holds
    return best(knowledge, found, optionsOf(knowledge, found, question, turns, { facts, today }), search)
  }
  const [byWords] = wordings.map(wording => judged(wording)).sort((a, b) => b.confidence - a.confidence)
  const alike = meaning?.(question)
  if (!alike) return { question, ...byWords!, listed: byWords!.found }
  // Confidence was learned from words alone, so passages found only by meaning are quoted only where words support them.
  const both = judged(question, alike)
  return {
    question,
    ...(byWords!.confidence >= threshold || both.confidence < threshold ? byWords! : both),
    listed: both.found,
  }
}

type Judged = Pick<Sought, 'found' | 'whole' | 'confidence' | 'fact'>

function best(
  knowledge: Knowledge,
  found: Found,
  options: readonly Option[],
  { judge = judgeOf, threshold, isProven }: Search,
): Judged {
  const judged = options
    .map(({ candidate, ...option }): Judged => ({
      ...option,
      whole: found,
      confidence:
        (fixedWorthOf(option.fact) ?? judge(candidate)) * (candidate.question.isOwnCase ? personalCaseConfidence : 1),
    }))
    .sort((a, b) => worthOf(b) - worthOf(a))
  const isUsable = ({ fact }: Judged): boolean => !fact || isProven(fact)
  const first =
    judged.find(one => one.confidence >= threshold && isTaughtPair(knowledge, one)) ??
    judged.find(one => fixedWorthOf(one.fact) !== undefined && one.confidence >= threshold && isUsable(one)) ??
    judged.find(isUsable)
  return first ?? { found, whole: found, confidence: 0 }
}

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

const surelyRead = 7

export function foundPassages(sought: readonly Sought[]): { position: number; rank: number }[] {
  const lists = sought.map(({ found, listed }) => {
    const list = listed.passages.map(({ position, rank }) => ({ position, rank }))
    const quoted = found.passages[found.units[0]?.passage ?? -1]
    const at = quoted ? list.findIndex(({ position }) => position === quoted.position) : 0
    const max = Math.floor(surelyRead / sought.length)
    if (!quoted || (at >= 0 && at < max)) return list
    const { position, rank } = quoted
    return [...list.slice(0, max), { position, rank }, ...list.slice(max).filter(one => one.position !== position)]
  })
  const longest = Math.max(...lists.map(list => list.length))
  const merged = Array.from({ length: longest }, (_, i) => lists.flatMap(list => list[i] ?? [])).flat()
  const seen = new Set<number>()
  return merged.filter(({ position }) => !seen.has(position) && seen.add(position))
}
