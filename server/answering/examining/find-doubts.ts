import { fold } from '#shared/rules/text/fold.ts'
import type { Doubt } from '#shared/contracts/training/facts.contract.ts'
import type { Cell, Entry } from '../compiling/entries.ts'
import { priceOf } from '../composing/work-out.ts'
import { isPlain } from '../composing/say-fact.ts'

/** A slip of one zero makes a price ten times too high or too low. */
const farTimes = 8
/** Prices of services differ a lot; a slip is an outlier. */
const aloneTimes = 5
const minColumn = 4
/** Đồng. */
const minPrice = 1_000
/** Sets of columns in which one thing is compared; each costs a pass. */
const maxColumnSets = 8

/** Possible misreadings. Pure. */
export function findDoubts(entries: readonly Entry[]): Map<Entry, Doubt> {
  const doubts = new Map<Entry, Doubt>()
  for (const entry of entries) {
    const prices = entry.cells.filter(({ kind }) => kind === 'money')
    if (prices.some(cell => isBelowMin(priceOf(cell.value, entry.scale)))) doubts.set(entry, 'no_unit')
    else if (isUnclear(prices)) doubts.set(entry, 'unclear')
  }
  const columns = Map.groupBy(pricesOf(entries), ({ entry, cell }) => `${entry.group} ${headOf(cell)}`)
  for (const column of columns.values())
    for (const { entry, price } of farOff(column)) if (price >= minPrice) doubts.set(entry, 'far_off')
  return doubts
}

/** `own`: the cell that says otherwise than `cell` of `entry`. */
export type Difference = { own: Cell; entry: Entry; cell: Cell }

/**
 * Lines that give another price for the same and say nothing else that tells them apart: in another document, or under the same
 * headings. Linear. Pure.
 */
export function findDifferences(
  entries: readonly Entry[],
  documentOf: (entry: Entry) => string,
): Map<Entry, Difference> {
  const differences = new Map<Entry, Difference>()
  for (const prices of Map.groupBy(placedPrices(entries, documentOf), ({ priced }) => priced).values()) {
    if (prices.length === 1) continue
    const others = othersOf(prices)
    for (const one of prices) {
      const other = others.get(one)
      if (other) differences.set(one.entry, { own: one.cell, entry: other.entry, cell: other.cell })
    }
  }
  return differences
}

/** `details`: what else the line says, by column; `columns`: theirs. */
type PlacedPrice = Price & {
  at: number
  priced: string
  document: string
  section: string
  details: ReadonlyMap<string, string>
  columns: string
}

function placedPrices(entries: readonly Entry[], documentOf: (entry: Entry) => string): PlacedPrice[] {
  let at = 0
  return entries.flatMap(entry => {
    const name = fold(entry.name)
    const document = documentOf(entry)
    const section = [document, ...entry.path.map(fold)].join('\n')
    const details = detailsOf(entry)
    const columns = [...details.keys()].toSorted().join('\n')
    return pricesOf([entry]).map(one => ({
      ...one,
      at: at++,
      priced: `${name}\n${headOf(one.cell)}`,
      document,
      section,
      details,
      columns,
    }))
  })
}

function detailsOf({ cells }: Entry): Map<string, string> {
  const details = new Map<string, string>()
  for (const cell of cells) {
    if (cell.kind === 'money') continue
    const head = headOf(cell)
    details.set(head, `${details.get(head) ?? ''}\t${fold(cell.value).trim()}`)
  }
  return details
}

/** For each price of one thing the first other one. */
function othersOf(prices: readonly PlacedPrice[]): Map<PlacedPrice, PlacedPrice> {
  const found = new Map<PlacedPrice, PlacedPrice>()
  const tables = [...Map.groupBy(prices, ({ columns }) => columns).values()].slice(0, maxColumnSets)
  for (const own of tables) for (const other of tables) compare(own, other, found)
  return found
}

/** Each of the two has the same columns throughout. */
function compare(
  own: readonly PlacedPrice[],
  other: readonly PlacedPrice[],
  found: Map<PlacedPrice, PlacedPrice>,
): void {
  const shared = [...own[0]!.details.keys()].filter(head => other[0]!.details.has(head))
  const said = ({ details }: PlacedPrice) => shared.map(head => details.get(head)).join('\n')
  const alike = Map.groupBy(other, said)
  for (const [words, mine] of Map.groupBy(own, said)) {
    const there = alike.get(words) ?? []
    const elsewhere = firstOthers(there, ({ document }) => document)
    const sections = Map.groupBy(there, ({ section }) => section)
    for (const [section, ones] of Map.groupBy(mine, one => one.section)) {
      const beside = firstOthers(sections.get(section) ?? [], ({ entry }) => (own === other ? entry : entry.group))
      const others = [...beside, ...elsewhere].sort((one, another) => one.at - another.at)
      for (const one of ones) {
        const first = others.find(it => it.price !== one.price && isAboutSame(one, it))
        if (first && first.at < (found.get(one)?.at ?? Infinity)) found.set(one, first)
      }
    }
  }
}

/**
 * At most five, so chosen that for any price and side the first of `prices` that shares neither is among them. Two prices of one
 * side are enough, and two sides of one price: whatever is excluded, one of the two remains.
 */
function firstOthers(prices: readonly PlacedPrice[], sideOf: (one: PlacedPrice) => unknown): PlacedPrice[] {
  const chosen: PlacedPrice[] = []
  for (const one of prices) {
    // One price and one side are shared by four of them at most.
    if (chosen.length === 5) break
    const alike = chosen.filter(({ price }) => price === one.price)
    const beside = chosen.filter(it => sideOf(it) === sideOf(one))
    if (alike.length < 2 && beside.length < 2 && !alike.some(it => beside.includes(it))) chosen.push(one)
  }
  return chosen
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

function isUnclear(prices: readonly Cell[]): boolean {
  const firsts = new Map<string, string>()
  return prices.some(cell => {
    const head = headOf(cell)
    const first = firsts.get(head)
    if (first === undefined) firsts.set(head, cell.value)
    return first !== undefined && first !== cell.value
  })
}

function isBelowMin(price: number | undefined): boolean {
  return price !== undefined && price > 0 && price < minPrice
}

function headOf({ head }: Cell): string {
  return isPlain(head) ? '' : fold(head).trim()
}

/** A cell that is empty in one row of a table tells it from the others. */
function isAboutSame(one: PlacedPrice, other: PlacedPrice): boolean {
  if (one.entry === other.entry) return false
  if (one.document !== other.document) return true
  return one.section === other.section && (one.columns === other.columns || one.entry.group !== other.entry.group)
}
