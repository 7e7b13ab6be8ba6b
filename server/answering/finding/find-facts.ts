import type { Cell, Entry } from '../compiling/entries.ts'
import type { Frame } from '../understanding/frame.ts'
import { wordsIn } from '../reading/plain-text.ts'
import { wordsOfDays } from '../reading/weekdays.ts'
import { amountsFit, daysFit, isKey, mayAnswer, numbersOf } from './fit-slots.ts'
import { matchWords } from './match-words.ts'
import type { FactIndex, Field, PreparedCell, PreparedEntry } from './prepare-facts.ts'

/** What speaks for and against a fact that may answer a question: what a judge learns from. */
export type FactMeasures = {
  /** share of what the question says that the fact explains, by weight */
  explained: number
  /** the heaviest word that it does not explain */
  missed: number
  /** share of the thing's name that the question says, by weight */
  named: number
  /** a word of the name itself is in the question */
  linked: number
  /** how far the best fact of another thing lies behind */
  margin: number
  /** values that fit equally */
  open: number
  /** the column was asked for, or there is but one */
  column: number
  /** purposes of the money that only the fact, or only the question, names */
  otherPurposes: number
  unasked: number
  /** beside its name the question says another word than the name has ("trước" for "sau"), or a figure that the fact lacks */
  variant: number
  /** an amount of the question lies in a range of the fact */
  ranged: number
}

export type FoundFact = {
  entry: Entry
  cells: Cell[]
  /** cells of the row that tell it from rows of the same name */
  keys: Cell[]
  measures: FactMeasures
}

type Scored = {
  prepared: PreparedEntry
  cells: PreparedCell[]
  explained: number
  missed: number
  named: number
  linked: number
  column: number
  ranged: number
  otherPurposes: number
  unasked: number
  variant: number
  total: number
}

const pathWorth = [0.8, 0.75, 0.6]
/** The title is often the shop's name. */
const titleWorth = 0.5

/**
 * The facts that fit a question best: one thing, with the values that were asked for; rows of the same name where the question does not
 * tell them apart.
 * @param isValid whether the text at an entry's place holds today
 */
export function findFacts(frame: Frame, index: FactIndex, isValid: (entry: Entry) => boolean): FoundFact[] {
  const matched = new Map<string, readonly number[]>()
  const match = (field: Field): readonly number[] => {
    const key = field.words.join(' ')
    const known = matched.get(key) ?? matchWords(frame, field, index)
    matched.set(key, known)
    return known
  }
  const scored = index.entries
    .filter(({ entry }) => isValid(entry))
    .flatMap(prepared => scoreOf(frame, prepared, index, match) ?? [])
    .sort((a, b) => b.total - a.total)
  const [best] = scored
  if (!best) return []
  const same = scored.filter(
    one => one.total > best.total - 0.02 && isSameThing(one.prepared.entry, best.prepared.entry),
  )
  const other = scored.find(one => !same.includes(one) && !saysSame(one, best))
  const open = same.reduce((sum, one) => sum + one.cells.length, 0)
  return same.map(one => ({
    entry: one.prepared.entry,
    cells: one.cells.map(({ cell }) => cell),
    keys: same.length > 1 ? keysOf(one, same) : [],
    measures: {
      explained: one.explained,
      missed: one.missed,
      named: one.named,
      linked: one.linked,
      margin: best.total - (other?.total ?? 0),
      open,
      column: one.column,
      ranged: one.ranged,
      otherPurposes: one.otherPurposes,
      unasked: one.unasked,
      variant: one.variant,
    },
  }))
}

function isSameThing(a: Entry, b: Entry): boolean {
  return a === b || (a.group === b.group && a.name === b.name)
}

/** The same value under another line, as in a list that is given twice. */
function saysSame(a: Scored, b: Scored): boolean {
  const values = new Set(b.cells.map(({ value }) => value.words.join(' ')))
  return a.cells.every(({ value }) => values.has(value.words.join(' ')))
}

function keysOf(one: Scored, same: readonly Scored[]): Cell[] {
  const chosen = new Set(one.cells)
  return one.prepared.cells
    .filter(cell => !chosen.has(cell) && cell.cell.value.length <= 40)
    .filter(({ cell }) =>
      same.some(other =>
        other.prepared.cells.some(
          ({ cell: its }) => its.head === cell.head && its.value !== cell.value && its.kind === 'words',
        ),
      ),
    )
    .map(({ cell }) => cell)
    .slice(0, 1)
}

type Match = (field: Field) => readonly number[]

function scoreOf(frame: Frame, prepared: PreparedEntry, index: FactIndex, match: Match): Scored | undefined {
  const answers = prepared.cells.filter(one => mayAnswer(frame, one))
  if (answers.length === 0) return undefined
  const weights = frame.words.map(({ word, worth }) => worth * index.weightOf(word))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return undefined
  const byName = match(prepared.name)
  const linked = byName.reduce((sum, met, at) => sum + met * weights[at]!, 0)
  if (linked < 0.12) return undefined
  const row = [...byName]
  /** without what only stands above the row */
  const aside = [...byName]
  const raise = (met: readonly number[], worth: number, isAbove = false): void => {
    for (const [at, value] of met.entries()) row[at] = Math.max(row[at]!, value * worth)
    if (!isAbove) for (const [at, value] of met.entries()) aside[at] = Math.max(aside[at]!, value * worth)
  }
  for (const [back, field] of prepared.path.toReversed().entries())
    raise(match(field), back === prepared.path.length - 1 ? titleWorth : (pathWorth[back] ?? 0.5), true)
  const numbers = numbersOf(frame)
  let ranged = 0
  const explainAmounts = (): void => {
    for (const one of [row, aside])
      for (const at of numbers) {
        one[at] = 1
        if (at + 1 < one.length) one[at + 1] = 1
      }
  }
  const explainDays = (): void => {
    for (const [at, { word }] of frame.words.entries()) if (wordsOfDays.has(word)) row[at] = aside[at] = 1
  }
  const contradicts = (field: Field): boolean => {
    const fit = amountsFit(frame.amounts, field)
    if (fit === 'no') return true
    if (fit === 'yes') {
      ranged = 1
      explainAmounts()
    }
    const onDays = daysFit(frame.days, field.days)
    if (onDays === 0) return true
    if (onDays !== undefined) explainDays()
    return false
  }
  if (contradicts(prepared.name)) return undefined
  for (const one of prepared.cells) {
    if (answers.includes(one)) continue
    if (isKey(one) && contradicts(one.value)) return undefined
    raise(match(one.value), isKey(one) ? 0.95 : 0.5)
  }
  const choices = answers.flatMap(one => {
    const fit = amountsFit(frame.amounts, one.head)
    if (fit === 'no') return []
    const onDays = daysFit(frame.days, one.head.days)
    if (onDays === 0) return []
    const own = purposesOf(prepared, one)
    const otherPurposes = [...own].filter(purpose => !frame.purposes.has(purpose)).length
    const met = match(one.head)
    const score = met.reduce((sum, value, at) => sum + Math.max(0, value - row[at]!) * weights[at]!, 0)
    const unmet = one.head.words.reduce(
      (sum, word) => sum + (isAsked(word, frame, fit === 'yes', onDays !== undefined) ? 0 : index.weightOf(word)),
      0,
    )
    return [
      {
        one,
        met,
        score: score + (fit === 'yes' ? 0.5 : 0) + (onDays ?? 0) * 0.5 - 0.4 * otherPurposes - 0.12 * unmet,
        unmet,
        fit,
        onDays,
        own,
        otherPurposes,
      },
    ]
  })
  if (choices.length === 0) return undefined
  const most = Math.max(...choices.map(({ score }) => score))
  const chosen = choices.filter(({ score }) => score > most - 0.01)
  // A column counts as asked for only where something in the question says so; else all of them are told.
  const isNamed = choices.some(
    ({ onDays, fit, met }) =>
      onDays !== undefined || fit === 'yes' || met.some((value, at) => value > row[at]! && weights[at]! > 0.04),
  )
  const clear = isNamed
    ? chosen
    : choices.filter(({ otherPurposes }) => otherPurposes === Math.min(...choices.map(one => one.otherPurposes)))
  raise(clear[0]!.met, 1)
  if (clear[0]!.fit === 'yes') explainAmounts()
  if (clear[0]!.onDays !== undefined) explainDays()
  const explained = row.reduce((sum, met, at) => sum + met * weights[at]!, 0) / total
  const missed = Math.max(0, ...row.map((met, at) => (1 - met) * weights[at]!))
  const nameWeights = prepared.name.words.map(word => index.weightOf(word))
  const asked = new Set(frame.words.flatMap(({ word }, at) => (byName[at]! > 0 ? [word] : [])))
  const nameMet = prepared.name.words.reduce(
    (sum, word, i) => sum + (asked.has(word) || metOtherwise(word, frame, byName) ? nameWeights[i]! : 0),
    0,
  )
  const named =
    nameMet /
    Math.max(
      0.01,
      nameWeights.reduce((sum, weight) => sum + weight, 0),
    )
  const { own, otherPurposes } = clear[0]!
  const all = new Set([...own, ...prepared.path.flatMap(field => [...field.purposes])])
  const unasked = [...frame.purposes].filter(purpose => !all.has(purpose)).length
  const variant = Number(
    (named < 0.99 && isOtherVariant(frame, byName, named < 0.6 ? aside : row)) ||
      frame.words.some(({ word }, at) => /^\d/u.test(word) && word !== '1' && Number(word) < 10_000 && row[at]! < 0.3),
  )
  return {
    prepared,
    cells: clear.map(({ one }) => one),
    explained,
    missed,
    named,
    linked,
    column: answers.length === 1 || (isNamed && clear.length === 1) ? 1 : 0,
    ranged,
    otherPurposes,
    unasked,
    variant,
    total: explained + 0.25 * named + 0.05 * ranged - 0.15 * otherPurposes - 0.15 * unasked - 0.2 * variant,
  }
}

/** A heading says what all below it is for only where that is never a plain price. */
const byHeading: ReadonlySet<string> = new Set(['deposit', 'fine', 'refund', 'wages', 'wholesale', 'extra', 'trial'])

/** What the value is for: by its own words, its column, its name, and the heading right above. */
function purposesOf({ name, path }: PreparedEntry, { head, value }: PreparedCell): ReadonlySet<string> {
  const above = path.length > 1 ? [...path.at(-1)!.purposes].filter(purpose => byHeading.has(purpose)) : []
  return new Set([...name.purposes, ...head.purposes, ...value.purposes, ...above])
}

/** Next to a word of the name stands one that nothing explains. */
function isOtherVariant(frame: Frame, byName: readonly number[], row: readonly number[]): boolean {
  return frame.words.some(
    ({ isFraming, word }, at) =>
      row[at]! < 0.3 &&
      !isFraming &&
      !/^\d/u.test(word) &&
      ((byName[at - 1] ?? 0) > 0.5 || (byName[at + 1] ?? 0) > 0.5),
  )
}

function isAsked(word: string, frame: Frame, byAmount: boolean, byDay: boolean): boolean {
  if (byAmount && (/^\d/u.test(word) || frame.amounts.some(({ unit }) => wordsIn(`1${unit}`).includes(word))))
    return true
  if (byDay && wordsOfDays.has(word)) return true
  return frame.words.some(asked => asked.word === word || asked.others.some(({ words }) => words.includes(word)))
}

function metOtherwise(word: string, frame: Frame, byName: readonly number[]): boolean {
  return frame.words.some(
    ({ others, word: typed }, at) =>
      byName[at]! > 0 && byName[at]! < 1 && (others.some(({ words }) => words.includes(word)) || typed[0] === word[0]),
  )
}
