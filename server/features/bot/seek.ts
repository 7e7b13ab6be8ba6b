import { type Found, findPassages } from '#features/training/find-passages.ts'
import type { Day } from '#server/answering/reading/days.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { inOtherWords } from '#features/training/own-synonyms.ts'
import { type Query, readQuery, type Turn } from '#features/training/query.ts'
import type { Language } from '#shared/words.ts'
import { botTexts } from '#shared/texts/bot-texts.ts'
import { cleanText } from '#shared/rules/fold.ts'
import { type Judge, judge as judgeOf } from '#server/answering/judging/judge.ts'
import { type FactAnswer, factFor } from './answer-fact.ts'
import { type Option, optionsOf } from './options.ts'
import { toldAlike } from './told-alike.ts'
import { splitQuestions } from './split-questions.ts'

/** One question of a message, and what was found for it. */
export type Sought = {
  question: string
  /** what is quoted from */
  found: Found
  confidence: number
  /** all that the search found, in its own order */
  whole: Found
  /** what is said in place of a line, where a compiled value is the answer */
  fact?: FactAnswer
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

/** A person has said what answers this very question; no measure knows better. */
const toldWorth = 0.99

export type Search = {
  history: Turn[]
  threshold: number
  synonyms: string[][]
  /** of the reply */
  language: Language
  meaning?: Meaning | undefined
  today?: Day | undefined
  /** how sure an answer is; absent: as it was learned */
  judge?: Judge | undefined
}

/** Each question of the message is looked up by itself; where that finds less than the whole message, the whole counts. */
export function seek(knowledge: Knowledge, text: string, search: Search): Sought[] {
  const questions = splitQuestions(text)
  // Alone it is looked up without the greetings around it.
  const whole = look(knowledge, questions.length === 1 ? questions[0]! : text, search.history, search)
  if (questions.length === 1) return [whole]
  const parts = questions.map((question, i) =>
    look(
      knowledge,
      question,
      [...search.history, ...questions.slice(0, i).map((earlier): Turn => ({ role: 'customer', text: earlier }))],
      search,
    ),
  )
  return parts.some(part => part.confidence >= search.threshold) ? parts : [whole]
}

function look(
  knowledge: Knowledge,
  question: string,
  turns: Turn[],
  { synonyms, meaning, threshold, today, language, judge = judgeOf }: Search,
): Sought {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const find = (query: Query, alike?: ArrayLike<number>): Found => {
    const found = withoutRanges(
      findPassages(knowledge, query, holding?.hidden, alike),
      knowledge.facts.statements.stories,
    )
    return holding?.lines.size ? withoutRanges(found, holding.lines) : found
  }
  const wordings = [question, ...inOtherWords(question, synonyms)]
  for (const wording of wordings) {
    const told = knowledge.toldAnswer(wording) ?? toldAlike(knowledge, readQuery(wording))
    if (told === undefined) continue
    const found = onlyThat(knowledge, told, wording)
    return { question, found, whole: found, confidence: toldWorth, listed: found }
  }
  const fact = factFor(knowledge, question, { history: turns, today, language }, botTexts(language))
  const judged = (found: Found): Judged => best(found, optionsOf(knowledge, found, question, turns, fact), judge)
  const [byWords] = wordings
    .map(wording => judged(find(readQuery(wording, turns))))
    .sort((a, b) => b.confidence - a.confidence)
  const alike = meaning?.(question)
  if (!alike) return { question, ...byWords!, listed: byWords!.found }
  // How sure an answer is was learned from words alone: what they are sure of stands, and what only its meaning brought up is quoted
  // where words find nothing and yet speak for it. A model reads all of it.
  const both = judged(find(readQuery(question, turns), alike))
  return {
    question,
    ...(byWords!.confidence >= threshold || both.confidence < threshold ? byWords! : both),
    listed: both.found,
  }
}

type Judged = Pick<Sought, 'found' | 'whole' | 'confidence' | 'fact'>

function best(found: Found, options: readonly Option[], judge: Judge): Judged {
  return options
    .map(({ candidate, ...said }): Judged => ({
      ...said,
      whole: found,
      confidence: judge(candidate) * (candidate.question.isOwnCase ? ownCaseWorth : 1),
    }))
    .reduce((most, one) => (one.confidence > most.confidence ? one : most), { found, whole: found, confidence: 0 })
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
  return findPassages(knowledge, readQuery(question), others)
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
