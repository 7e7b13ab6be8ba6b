import type { Statement } from '../compiling/entries.ts'
import { topicBook, topicsIn } from '../compiling/read-statements.ts'
import { continuingWords } from '../lexicon/light-words.ts'
import type { Topic } from '../lexicon/topic-words.ts'
import { type FoundPhrase, phrasesIn, spelledWord } from '../reading/phrase-book.ts'
import { wordsIn } from '../reading/plain-text.ts'
import type { Frame } from '../understanding/frame.ts'
import type { FactIndex } from './fact-index.ts'
import type { Above } from './prepare-statements.ts'
import { hasKind, isBeside, slotsFit } from './statement-slots.ts'
import { isContentWord, type Way, phrasings, worthOf } from './statement-words.ts'

export type StatementMeasures = {
  explained: number
  own: number
  missed: number
  unmet: number
  margin: number
  unasked: number
  kind: number
  words: number
  telling: number
  topics: number
  leads: number
  pair: number
}

export type FoundStatement = {
  statement: Statement
  /** the statement with its paragraph's answers for other cases, in document order */
  cases: readonly Statement[]
  measures: StatementMeasures
}

type Row = Float32Array

type Close = {
  id: number
  statement: Statement
  above: Above
  row: Row
  own: Row
  score: number
  unlabelled: number
  explained: number
}

const topicWorth = { own: 0.92, near: 0.88, far: 0.6 }
const nearWorth = 0.92
const farWorth = 0.6
const beforeWorth = 0.6
const minMetShare = 0.65
const maxLookedAt = 24
/** Cases are said together: "nội thành 22k, tỉnh 35k". More of them are a list. */
const maxCases = 4
const caseMargin = 0.1

export function findStatement(
  frame: Frame,
  index: FactIndex,
  isValid: (statement: Statement) => boolean,
): FoundStatement | undefined {
  const { words } = frame
  const weights = words.map(word => (word.isBefore ? 0 : worthOf(word) * index.weightOf(word.word)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return undefined
  const asked = phrasesIn(
    words.map(({ raw }) => spelledWord(raw)),
    topicBook,
    frame.isMarked,
  )
  const close = nearest(frame, index, weights, asked, isValid)
  const cases = casesOf(close, frame)
  const best = cases.reduce<Close | undefined>(
    (top, one) => (top && top.explained >= one.explained ? top : one),
    undefined,
  )
  if (!best) return undefined
  const { statement, row, above } = best
  const rival = close.find(
    one => one.statement.text !== statement.text && !sameLine(one.statement, statement) && !cases.includes(one),
  )
  const opening = topicsIn(openingOf(statement))
  return {
    statement,
    cases: cases.map(one => one.statement),
    measures: {
      explained: best.explained,
      own: dot(best.own, weights) / total,
      missed: Math.max(0, ...weights.map((weight, at) => weight * (1 - row[at]!))),
      unmet: words.filter((word, at) => row[at]! < minMetShare && isContentWord(word)).length,
      margin: (cases.length > 1 ? best.unlabelled : best.score) - (rival?.score ?? 0),
      unasked: unaskedOf(statement, frame, index),
      kind: Number(hasKind(frame, statement.text) === true),
      words: words.filter(isContentWord).length,
      telling: Math.max(
        0,
        ...words.map((word, at) => (isContentWord(word) && row[at]! >= minMetShare ? index.weightOf(word.word) : 0)),
      ),
      topics: asked.length,
      leads: Number(asked.some(({ name }) => opening.has(name) || above.nearTopics.has(name))),
      pair: Number(statement.isPair),
    },
  }
}

function nearest(
  frame: Frame,
  index: FactIndex,
  weights: readonly number[],
  asked: readonly FoundPhrase<Topic>[],
  isValid: (statement: Statement) => boolean,
): Close[] {
  const { statements, above, aboveOf } = index.statements
  const { length } = frame.words
  const ways = phrasings(frame, index)
  const own = metAlone(ways, index, length)
  const over = above.map(one => metAbove(one, ways, asked, length))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const rowOf = (id: number): { row: Row; own: Row } => {
    const statement = statements[id]!
    const mine = own.get(id)?.slice() ?? new Float32Array(length)
    for (const { name, at, length: long } of asked) if (statement.topics.has(name)) lift(mine, at, long, topicWorth.own)
    const before = continues(statement) && sameLine(statements[id - 1], statement) ? own.get(id - 1) : undefined
    const row = mine.map((value, at) => Math.max(value, over[aboveOf[id]!]![at]!, (before?.[at] ?? 0) * beforeWorth))
    return { row, own: mine }
  }
  const rough = statements.flatMap((statement, id) => {
    const mine = own.get(id)
    const high = over[aboveOf[id]!]!
    let sum = 0
    for (let at = 0; at < length; at++) sum += weights[at]! * Math.max(mine?.[at] ?? 0, high[at]!)
    const mayFit = sum > 0 || asked.some(({ name }) => statement.topics.has(name))
    return mayFit && !statement.isStory && isValid(statement) ? [{ id, sum: sum + topicsMet(statement, asked) }] : []
  })
  rough.sort((a, b) => b.sum - a.sum)
  const close = rough.slice(0, maxLookedAt).flatMap(({ id }): Close[] => {
    const statement = statements[id]!
    if (isBeside(frame, statement)) return []
    const met = rowOf(id)
    const fit = slotsFit(frame, statement, met.row, met.own)
    if (fit === undefined) return []
    const explained = dot(met.row, weights) / total
    const byOwn = dot(met.own, weights) / total
    const unlabelled = explained + 0.15 * byOwn + 0.05 * fit
    const score = unlabelled - 0.2 * unaskedOf(statement, frame, index)
    return [{ id, statement, above: above[aboveOf[id]!]!, ...met, score, unlabelled, explained }]
  })
  return close.sort((a, b) => b.score - a.score)
}

/** The best statement, or its run of neighbours with the requested kind and equal fit: "nội thành 22k, các tỉnh 35k". */
function casesOf(close: readonly Close[], frame: Frame): readonly Close[] {
  const [best] = close
  if (!best || hasKind(frame, best.statement.text) !== true) return close.slice(0, 1)
  const beside = close.filter(
    ({ above, statement: { place, text } }) =>
      above === best.above && place.passage === best.statement.place.passage && hasKind(frame, text) === true,
  )
  const max = Math.max(...beside.map(one => one.explained))
  const run = beside.filter(one => one.explained >= max - caseMargin).sort((a, b) => a.id - b.id)
  const isUnbroken = run.every((one, at) => at === 0 || one.id - run[at - 1]!.id === 1)
  return run.includes(best) && isUnbroken && run.length <= maxCases ? run : [best]
}

function topicsMet({ topics }: Statement, asked: readonly FoundPhrase<Topic>[]): number {
  return asked.reduce((sum, { name, length }) => sum + (topics.has(name) ? length : 0), 0)
}

function lift(row: Row, at: number, length: number, value: number): void {
  for (let i = at; i < Math.min(at + length, row.length); i++) row[i] = Math.max(row[i]!, value)
}

function metAlone(
  ways: readonly Way[],
  { statements: { statements, byWord } }: FactIndex,
  length: number,
): Map<number, Row> {
  const own = new Map<number, Row>()
  for (const way of ways)
    for (const id of withAll(way.keys, byWord)) {
      if (way.keys.length > 1 && !hasRun(statements[id]!, way.keys)) continue
      const row = own.get(id) ?? new Float32Array(length)
      own.set(id, row)
      lift(row, way.at, way.length, way.value)
    }
  return own
}

function metAbove(
  { near, far, nearTopics, farTopics }: Above,
  ways: readonly Way[],
  asked: readonly FoundPhrase<Topic>[],
  length: number,
): Row {
  const row = new Float32Array(length)
  for (const { at, length: long, keys, value } of ways) {
    if (keys.every(key => near.has(key))) lift(row, at, long, value * nearWorth)
    else if (keys.every(key => far.has(key) || near.has(key))) lift(row, at, long, value * farWorth)
  }
  for (const { name, at, length: long } of asked) {
    if (nearTopics.has(name)) lift(row, at, long, topicWorth.near)
    else if (farTopics.has(name)) lift(row, at, long, topicWorth.far)
  }
  return row
}

function openingOf({ text, about }: Statement): string {
  return `${about.join(' ; ')} ; ${text.split(' ').slice(0, 5).join(' ')}`
}

function withAll(keys: readonly string[], byWord: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const [first, ...rest] = keys.map(key => byWord.get(key) ?? [])
  if (!first) return []
  if (rest.length === 0) return first
  const sets = rest.map(list => new Set(list))
  return first.filter(one => sets.every(set => set.has(one)))
}

/** "Ngày lễ" is not in "15 ngày, lệ phí". */
function hasRun({ text, about }: Statement, words: readonly string[]): boolean {
  return [text, ...about].some(one => ` ${wordsIn(one).join(' ')} `.includes(` ${words.join(' ')} `))
}

/** Such a sentence shares the topic of the previous one. */
function continues({ text }: Statement): boolean {
  return continuing.test(text) && !/^[^:?(]{2,40}:\s/u.test(text)
}

const continuing = new RegExp(`^(?:${continuingWords.join('|')})(?!\\p{L})`, 'iu')

function sameLine(a: Statement | undefined, b: Statement): boolean {
  return a !== undefined && a.place.passage === b.place.passage && a.line.start === b.line.start
}

function dot(row: Row, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * row[at]!, 0)
}

/** "Nội thành TP.HCM: …": an inner full stop does not end the label. */
const labelled = /^((?:[^:?(.]|\.(?=\S)){2,60}?)\s*:\s/u

/** "Đơn sỉ đầu tiên: …" does not apply to everybody. */
function unaskedOf({ about, text, isPair }: Statement, frame: Frame, index: FactIndex): number {
  const label = isPair ? about[0]! : (labelled.exec(text)?.[1] ?? about[0])
  if (!label) return 0
  const words = wordsIn(label)
  const all = words.reduce((sum, word) => sum + index.weightOf(word), 0)
  const asked = new Set(frame.words.flatMap(({ word, others }) => [word, ...others.flatMap(other => other.words)]))
  const unmet = words.reduce((sum, word) => sum + (asked.has(word) ? 0 : index.weightOf(word)), 0)
  return all === 0 ? 0 : unmet / all
}
