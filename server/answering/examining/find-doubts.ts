import { fold } from '#shared/rules/text/fold.ts'
import type { Doubt } from '#shared/contracts/training/facts.contract.ts'
import type { Cell, Entry } from '../compiling/entries.ts'
import { priceOf } from '../composing/work-out.ts'
import { isPlain } from '../composing/say-fact.ts'

/** A slip of one zero makes a price ten times too high or too low. */
const farTimes = 8
/** Prices of services differ a lot; a slip stands alone. */
const aloneTimes = 5
const minColumn = 4
/** Đồng. */
const minPrice = 1_000

/** What was perhaps misread. Pure. */
export function findDoubts(entries: readonly Entry[]): Map<Entry, Doubt> {
  const doubts = new Map<Entry, Doubt>()
  for (const entry of entries) {
    const prices = entry.cells.filter(({ kind }) => kind === 'money')
    if (prices.some(cell => isBelowMin(priceOf(cell.value, entry.scale)))) doubts.set(entry, 'no_unit')
    else if (prices.some(cell => prices.some(other => isUnclear(cell, other)))) doubts.set(entry, 'unclear')
  }
  const columns = Map.groupBy(pricesOf(entries), ({ entry, cell }) => `${entry.group} ${headOf(cell)}`)
  for (const column of columns.values())
    for (const { entry, price } of farOff(column)) if (price >= minPrice) doubts.set(entry, 'far_off')
  return doubts
}

export type Difference = { entry: Entry; cell: Cell }

/** Lines that give another price for the same: in another document, or under the same heading. Pure. */
export function findDifferences(
  entries: readonly Entry[],
  documentOf: (entry: Entry) => string,
): Map<Entry, Difference> {
  const differences = new Map<Entry, Difference>()
  const same = Map.groupBy(pricesOf(entries), ({ entry, cell }) => `${fold(entry.name)}\n${headOf(cell)}`)
  for (const prices of same.values())
    for (const { entry, price } of prices) {
      const other = prices.find(one => one.price !== price && isAboutSame(entry, one.entry, documentOf))
      if (other) differences.set(entry, { entry: other.entry, cell: other.cell })
    }
  return differences
}

type Price = { entry: Entry; cell: Cell; price: number }

function pricesOf(entries: readonly Entry[]): Price[] {
  return entries.flatMap(entry =>
    entry.cells.flatMap(cell => {
      const price = cell.kind === 'money' ? priceOf(cell.value, entry.scale) : undefined
      return price ? [{ entry, cell, price }] : []
    }),
  )
}

function farOff(column: Price[]): Price[] {
  if (column.length < minColumn) return []
  const sorted = column.toSorted((one, other) => one.price - other.price)
  const middle = sorted[Math.floor(sorted.length / 2)]!.price
  const [lowest, second] = sorted
  const highest = sorted.at(-1)!
  const far: Price[] = []
  if (highest.price >= middle * farTimes && highest.price >= sorted.at(-2)!.price * aloneTimes) far.push(highest)
  if (lowest!.price <= middle / farTimes && lowest!.price <= second!.price / aloneTimes) far.push(lowest!)
  return far
}

function isUnclear(cell: Cell, other: Cell): boolean {
  return cell !== other && cell.value !== other.value && headOf(cell) === headOf(other)
}

function isBelowMin(price: number | undefined): boolean {
  return price !== undefined && price > 0 && price < minPrice
}

function headOf({ head }: Cell): string {
  return isPlain(head) ? '' : fold(head).trim()
}

function isAboutSame(entry: Entry, other: Entry, documentOf: (entry: Entry) => string): boolean {
  if (entry === other) return false
  return documentOf(entry) !== documentOf(other) || fold(entry.path.at(-1) ?? '') === fold(other.path.at(-1) ?? '')
}
