import { isFigure, mostly } from '../extract/table-text.ts'
import type { Word } from './reader.ts'

const MIN_LINES = 3
/** Share of lines that may cross a gutter: titles, footers, drawings. */
const MAX_CROSSING_SHARE = 0.2

type Row = { base: number; words: Word[] }

export function splitLists(words: Word[]): Word[][] {
  const rows = rowsOf(words)
  const gutter = gutterOf(rows)
  if (gutter === undefined) return [words]
  const crossing = rows.filter(
    row => row.words.some(word => word.left < gutter && word.right > gutter) || isOneRun(row, gutter),
  )
  const whole = new Set(crossing.flatMap(row => row.words))
  const sides = words.filter(word => !whole.has(word))
  const first = Math.min(...sides.map(word => word.base))
  const above = [...whole].filter(word => word.base < first)
  const below = [...whole].filter(word => word.base >= first)
  const left = sides.filter(word => word.right <= gutter)
  const right = sides.filter(word => word.left >= gutter)
  return [above, ...splitLists(left), ...splitLists(right), below].filter(part => part.length > 0)
}

function rowsOf(words: Word[]): Row[] {
  const rows: Row[] = []
  for (const word of words.toSorted((a, b) => a.base - b.base)) {
    const row = rows.at(-1)
    if (row && word.base - row.base <= 0.35 * word.size) row.words.push(word)
    else rows.push({ base: word.base, words: [word] })
  }
  for (const row of rows) row.words.sort((a, b) => a.left - b.left)
  return rows
}

function gutterOf(rows: Row[]): number | undefined {
  const all = rows.flatMap(row => row.words)
  if (rows.length < MIN_LINES || all.length === 0) return undefined
  const left = Math.min(...all.map(word => word.left))
  const right = Math.max(...all.map(word => word.right))
  const size = median(all.map(word => word.size))
  const step = Math.max(2, size / 4)
  let best: { at: number; width: number } | undefined
  for (let x = left + 0.2 * (right - left), from = Number.NaN; x < left + 0.8 * (right - left); x += step) {
    if (!isFree(rows, x)) {
      from = Number.NaN
      continue
    }
    if (Number.isNaN(from)) from = x
    const width = x - from + step
    const middle = from + width / 2
    if (width >= 0.6 * size && (!best || width > best.width) && partsLists(rows, middle)) best = { at: middle, width }
  }
  return best?.at
}

function isFree(rows: Row[], x: number): boolean {
  const over = rows.filter(row => row.words.some(word => word.left < x && word.right > x)).length
  return over <= MAX_CROSSING_SHARE * rows.length
}

function partsLists(rows: Row[], x: number): boolean {
  const lefts = rows.map(row => row.words.filter(word => word.right <= x)).filter(side => side.length > 0)
  const rights = rows.map(row => row.words.filter(word => word.left >= x)).filter(side => side.length > 0)
  return isList(lefts) && isList(rights)
}

/** At least half begin with a name and end with a price. */
function isList(lines: Word[][]): boolean {
  const long = lines.filter(line => line.length > 1)
  if (long.length < MIN_LINES) return false
  const ends = long.map(line => priceAtEnd(line))
  return (
    ends.filter(Boolean).length >= 0.5 * lines.length &&
    !mostly(
      long.map(line => line[0]?.text ?? ''),
      isFigure,
    )
  )
}

function priceAtEnd(line: Word[]): boolean {
  const last = line.at(-1)?.text ?? ''
  const two = line
    .slice(-2)
    .map(word => word.text)
    .join('')
  return [last, two].some(text => /\d/.test(text) && isFigure(text.replace(/^[.…_\s]+/, '').replace(/[.,;:]$/, '')))
}

/** A title across both columns may have a space over the gutter. */
function isOneRun(row: Row, gutter: number): boolean {
  const at = row.words.findIndex(word => word.left >= gutter)
  const [before, after] = [row.words[at - 1], row.words[at]]
  if (at < 1 || !before || !after) return false
  return after.left - before.right < 0.5 * before.size && !isFigure(before.text)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
