import { qualifyingWords } from '../lexicon/light-words.ts'
import type { Frame } from '../understanding/frame.ts'
import { wordsIn } from '../reading/plain-text.ts'
import { countOf } from '../understanding/count-of.ts'
import { wordsOfDays } from '../reading/weekdays.ts'
import { amountsFit, daysFit, isKey, mayAnswer, numbersOf } from './fit-slots.ts'
import type { FactMeasures } from './fact-measures.ts'
import type { FactIndex, Field, PreparedCell, PreparedEntry } from './fact-index.ts'

/** An entry's own measures; the others compare it with the rest. */
export type Scored = Omit<FactMeasures, 'margin' | 'open' | 'plain' | 'priced'> & {
  byName: readonly number[]
  row: readonly number[]
  prepared: PreparedEntry
  cells: PreparedCell[]
  total: number
}

const pathWorth = [0.8, 0.75, 0.6]
/** The title is often the shop's name. */
const titleWorth = 0.5
const valueWorth = 0.9

export type Match = (field: Field) => readonly number[]

/** Undefined if the entry has nothing of the kind, or contradicts the question. */
export function scoreOf(frame: Frame, prepared: PreparedEntry, index: FactIndex, match: Match): Scored | undefined {
  const mayBeFree = asksWhetherFree.test(frame.plain) || prepared.cells.some(({ cell }) => cell.kind === 'money')
  const answers = prepared.cells.filter(one => mayAnswer(frame, one, mayBeFree))
  if (answers.length === 0) return undefined
  const weights = frame.words.map(({ word, worth }) => worth * index.weightOf(word))
  const isCurrent = frame.words.map(({ isBefore }) => !isBefore)
  const total = sumOf(weights, (_, at) => isCurrent[at]!)
  if (total === 0) return undefined
  const byName = match(prepared.name)
  const linked = byName.reduce((sum, met, at) => sum + met * weights[at]!, 0)
  const isWithin = prepared.name.ranges.length > 0 && amountsFit(frame.amounts, prepared.name) === 'yes'
  const isOnDay =
    (daysFit(frame.days, prepared.name.days) ?? 0) > 0 && prepared.core.every(word => wordsOfDays.has(word))
  if (linked < 0.12 && !isWithin && !isOnDay && prepared.entry.shape === 'row') return undefined
  const row = [...byName]
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
  if (countOf(frame) !== undefined) explainAmounts()
  if (contradicts(prepared.name)) return undefined
  for (const one of prepared.cells) {
    if (answers.includes(one)) continue
    if (isKey(one) && contradicts(one.value)) return undefined
    raise(match(one.value), isKey(one) ? 0.95 : 0.5)
    if (isKey(one)) raise(match(one.head), 0.8)
  }
  const choices = answers.flatMap(one => {
    const fit = amountsFit(frame.amounts, one.head)
    if (fit === 'no') return []
    const onDays = daysFit(frame.days, one.head.days)
    if (onDays === 0) return []
    const own = purposesOf(prepared, one)
    const otherPurposes =
      frame.wants.has('money') || frame.wants.has('percent')
        ? [...own].filter(purpose => !frame.purposes.has(purpose)).length
        : 0
    const met =
      one.cell.kind === 'money'
        ? match(one.head)
        : match(one.head).map((value, at) => Math.max(value, valueWorth * match(one.value)[at]!))
    const score = met.reduce((sum, value, at) => sum + Math.max(0, value - row[at]!) * weights[at]!, 0)
    const unmet = one.head.words.reduce(
      (sum, word) => sum + (isAsked(word, frame, fit === 'yes', onDays !== undefined) ? 0 : index.weightOf(word)),
      0,
    )
    return [
      {
        one,
        met,
        score:
          score +
          (fit === 'yes' ? 0.5 : 0) +
          (onDays ?? 0) * 0.5 -
          0.4 * otherPurposes -
          0.12 * unmet -
          (isNone(one) ? 0.2 : 0),
        unmet,
        fit,
        onDays,
        own,
        otherPurposes,
      },
    ]
  })
  if (choices.length === 0) return undefined
  const max = Math.max(...choices.map(({ score }) => score))
  const chosen = choices.filter(({ score }) => score > max - 0.01)
  // A column counts as requested only if the question says so; otherwise all are said.
  const isNamed = choices.some(
    ({ onDays, fit, met }) =>
      onDays !== undefined || fit === 'yes' || met.some((value, at) => value > row[at]! && weights[at]! > 0.04),
  )
  const clear = isNamed
    ? chosen
    : pricedFirst(choices).filter(
        ({ otherPurposes }) => otherPurposes === Math.min(...pricedFirst(choices).map(one => one.otherPurposes)),
      )
  raise(clear[0]!.met, 1)
  if (clear[0]!.fit === 'yes') explainAmounts()
  if (clear[0]!.onDays !== undefined) explainDays()
  const met = row.map((value, at) => value * weights[at]!)
  const explained = sumOf(met, (_, at) => isCurrent[at]!) / total
  const before = sumOf(weights, (_, at) => !isCurrent[at])
  const stored = before > 0 ? sumOf(met, (_, at) => !isCurrent[at]) / before : 0
  const missed = Math.max(0, ...met.map((value, at) => (isCurrent[at] ? weights[at]! - value : 0)))
  const missedKnown = Math.max(
    0,
    ...met.map((value, at) => (isCurrent[at] && mayDistinguish(frame, at, index) ? weights[at]! - value : 0)),
  )
  const nameWeights = prepared.core.map(word => index.weightOf(word))
  const asked = new Set(frame.words.flatMap(({ word }, at) => (byName[at]! > 0 ? [word] : [])))
  const nameMet = prepared.core.reduce(
    (sum, word, i) => sum + (asked.has(word) || metOtherwise(word, frame, byName) ? nameWeights[i]! : 0),
    0,
  )
  const named =
    isWithin || isOnDay
      ? 1
      : nameMet /
        Math.max(
          0.01,
          sumOf(nameWeights, () => true),
        )
  const { own, otherPurposes } = clear[0]!
  // Titles and upper headings cover the whole document.
  const above = prepared.path.slice(-1)
  const all = new Set([...own, ...above.flatMap(field => [...field.purposes])])
  const unasked = [...frame.named].filter(purpose => !all.has(purpose)).length
  const variant = Number(
    (named < 0.99 && isOtherVariant(frame, byName, named < 0.6 ? aside : row)) ||
      frame.words.some(
        ({ word, isBefore }, at) =>
          !isBefore && /^\d/u.test(word) && word !== '1' && Number(word) < 10_000 && row[at]! < 0.3,
      ),
  )
  return {
    byName,
    row,
    prepared,
    cells: clear.map(({ one }) => one),
    explained,
    missed,
    missedKnown,
    nameWords: isWithin || isOnDay ? 0 : prepared.core.length,
    named,
    linked,
    column: answers.length === 1 || (isNamed && clear.length === 1) ? 1 : 0,
    ranged,
    otherPurposes,
    unasked,
    variant,
    carriedOver: stored,
    total:
      explained +
      0.3 * stored +
      0.1 *
        frame.words.filter(
          ({ isBefore, isFraming, raw }, at) => !isBefore && !isFraming && raw.length > 1 && byName[at] === 1,
        ).length +
      0.25 * named +
      0.05 * ranged -
      0.15 * otherPurposes -
      0.15 * unasked -
      0.2 * variant,
  }
}

const asksWhetherFree =
  /(?<!\p{L})(?:mat phi|tinh phi|mat tien|tinh tien|ton phi|ton tien|mien phi|free|thu phi|thu tien|phu thu|tinh them|no charge|charge)(?!\p{L})/u

function sumOf(values: readonly number[], counts: (value: number, at: number) => boolean): number {
  return values.reduce((sum, value, at) => sum + (counts(value, at) ? value : 0), 0)
}

/** A word that no document has is ignored, unless it qualifies something: "kính cho ipad". */
function mayDistinguish({ words }: Frame, at: number, index: FactIndex): boolean {
  return (index.frequency.get(words[at]!.word) ?? 0) > 0 || qualifying.has(words[at - 1]?.word ?? '')
}

const qualifying: ReadonlySet<string> = new Set(qualifyingWords)

function isNone({ cell }: PreparedCell): boolean {
  return cell.kind !== 'money' && !/\d/u.test(cell.value)
}

function pricedFirst<Choice extends { one: PreparedCell }>(choices: readonly Choice[]): readonly Choice[] {
  const valued = choices.filter(({ one }) => !isNone(one))
  return valued.length ? valued : choices
}

/** A heading states its entries' purpose only for these, which are never a plain price. */
const byHeading: ReadonlySet<string> = new Set(['deposit', 'fine', 'refund', 'wages', 'wholesale', 'extra', 'trial'])

function purposesOf({ name, path }: PreparedEntry, { head, value }: PreparedCell): ReadonlySet<string> {
  const above = path.length > 1 ? [...path.at(-1)!.purposes].filter(purpose => byHeading.has(purpose)) : []
  return new Set([...name.purposes, ...head.purposes, ...value.purposes, ...above])
}

function isOtherVariant(frame: Frame, byName: readonly number[], row: readonly number[]): boolean {
  return frame.words.some(
    ({ isFraming, isBefore, word }, at) =>
      !isBefore &&
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
