import type { Cell, Entry } from '../compiling/entries.ts'
import { type Amount, holds, type Range, rangesIn } from '../reading/amounts.ts'
import type { Frame } from '../understanding/frame.ts'
import { matchWords } from './match-words.ts'
import type { FactIndex, PreparedEntry } from './fact-index.ts'

/** The size for 14 kg, the class for 34 months. */
export type FoundClass = { entry: Entry; name: string; ranges: Cell[]; explained: number }

type Candidate = {
  entry: PreparedEntry
  name: string
  group: string
  cells: readonly { cell: Cell; ranges: readonly Range[] }[]
}

const dimensions: ReadonlySet<string> = new Set(['age', 'weight', 'length', 'money', 'sessions', 'nights'])

/** The one row or line part whose ranges hold all given amounts; undefined if not asked, ambiguous, or no match. */
export function findClass(frame: Frame, index: FactIndex, isValid: (entry: Entry) => boolean): FoundClass | undefined {
  const given = frame.amounts.filter(({ dimension }) => dimensions.has(dimension))
  if (!frame.wants.has('size') || frame.wants.has('money') || given.length === 0) return undefined
  const fitting = index.entries
    .filter(({ entry }) => isValid(entry))
    .flatMap(candidatesOf)
    .filter(one => fits(one, given))
  const scored = fitting
    .map(one => ({ one, dimensions: coveredBy(one, given), explained: explainedBy(frame, one, index) }))
    .sort((a, b) => b.dimensions - a.dimensions || b.explained - a.explained)
  const [best] = scored
  if (!best) return undefined
  const rivals = scored.filter(
    other => other !== best && other.dimensions === best.dimensions && other.explained > best.explained - 0.05,
  )
  if (rivals.some(({ one }) => one.name !== best.one.name)) return undefined
  return {
    entry: best.one.entry.entry,
    name: best.one.name,
    ranges: best.one.cells
      .filter(({ ranges }) => ranges.some(({ dimension }) => given.some(one => one.dimension === dimension)))
      .map(({ cell }) => cell),
    explained: best.explained,
  }
}

function candidatesOf(prepared: PreparedEntry): Candidate[] {
  const { entry, cells } = prepared
  const own = sizeCandidate(prepared)
  if (own) return [own]
  const ranged = cells
    .filter(({ value, cell }) => value.ranges.length > 0 && cell.value.length <= 60)
    .map(({ cell, value }) => ({ cell, ranges: value.ranges }))
  if (ranged.length === 0) return []
  const group = String(entry.group)
  if (entry.shape === 'row') return [{ entry: prepared, name: entry.name, group, cells: ranged }]
  const parts = ranged.filter(({ cell }) => cell.head !== '')
  return parts.length > 1 ? parts.map(one => ({ entry: prepared, name: one.cell.head, group, cells: [one] })) : []
}

function sizeCandidate(prepared: PreparedEntry): Candidate | undefined {
  const { entry } = prepared
  if (entry.shape !== 'line' || !oneName.test(entry.name)) return undefined
  const cells = entry.cells
    .flatMap(cell => {
      const text = /\d$/u.test(cell.head) ? `${cell.head} - ${cell.value}` : `${cell.head} ${cell.value}`
      return text.split(/[,;](?=\s)/u).map(part => ({ ...cell, head: '', value: part.trim() }))
    })
    .map(cell => ({ cell, ranges: rangesIn(cell.value) }))
    .filter(({ ranges }) => ranges.length > 0)
  return cells.length ? { entry: prepared, name: entry.name, group: String(entry.group), cells } : undefined
}

const oneName = /^(?:size|sz|cỡ|số)\s?\S{1,5}$/iu

function fits({ cells }: Candidate, given: readonly Amount[]): boolean {
  let met = 0
  for (const [dimension, own] of Map.groupBy(given, ({ dimension: one }) => one)) {
    const ranges = cells.flatMap(one => one.ranges.filter(range => range.dimension === dimension))
    if (ranges.length === 0) continue
    if (!own.some(({ value }) => ranges.some(range => holds(range, value)))) return false
    met += 1
  }
  return met > 0
}

function coveredBy({ cells }: Candidate, given: readonly Amount[]): number {
  const own = new Set(cells.flatMap(({ ranges }) => ranges.map(({ dimension }) => dimension)))
  return new Set(given.map(({ dimension }) => dimension).filter(dimension => own.has(dimension))).size
}

function explainedBy(frame: Frame, { entry }: Candidate, index: FactIndex): number {
  const own = entry.cells.flatMap(({ head, value }) => (entry.entry.shape === 'line' ? [head, value] : [head]))
  const fields = [entry.name, ...entry.path, ...own]
  const met = fields.map(field => matchWords(frame, field, index))
  const weights = frame.words.map(({ word, worth }) => (/^\d/u.test(word) ? 0 : worth * index.weightOf(word)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total === 0
    ? 0
    : weights.reduce((sum, weight, at) => sum + weight * Math.max(0, ...met.map(one => one[at]!)), 0) / total
}
