import type { Cell, Entry } from './entries.ts'

type Row = Pick<Entry, 'cells'>

const maxColumns = 3
/** A remark is no name. */
const maxKeyLength = 40

/**
 * The cells, other than prices, by which rows of one name differ: of as few columns as possible, from the left.
 * Undefined where a row has nothing in a column that tells others apart.
 */
export function distinguishingCells<T extends Row>(rows: readonly T[]): Map<T, (Cell | undefined)[]> {
  const heads = distinguishingHeads(rows)
  return new Map(rows.map(row => [row, heads.map(head => cellUnder(row, head))]))
}

/** For rows of one table that share a name: what to say with it. Others have nothing. */
export function keysOfRows(entries: readonly Entry[]): Map<Entry, Cell[]> {
  const rows = Map.groupBy(entries, ({ group, name }) => `${group} ${name}`)
  const shared = [...rows.values()].filter(own => own.length > 1).flatMap(own => [...distinguishingCells(own)])
  return new Map(
    shared.map(([row, keys]) => [row, keys.flatMap(key => (key && key.value.length <= maxKeyLength ? [key] : []))]),
  )
}

function distinguishingHeads(rows: readonly Row[]): string[] {
  const heads = wordHeads(rows)
  const alone = heads.find(head => countDifferent(rows, [head]) === rows.length)
  if (alone !== undefined) return [alone]
  const chosen: string[] = []
  for (const head of heads) {
    if (chosen.length === maxColumns || countDifferent(rows, chosen) === rows.length) break
    if (countDifferent(rows, [...chosen, head]) > countDifferent(rows, chosen)) chosen.push(head)
  }
  return chosen
}

function wordHeads(rows: readonly Row[]): string[] {
  const cells = rows.flatMap(row => row.cells)
  const priced = new Set(cells.flatMap(({ head, kind }) => (kind === 'money' || kind === 'percent' ? [head] : [])))
  return [...new Set(cells.map(({ head }) => head))].filter(head => !priced.has(head))
}

function countDifferent(rows: readonly Row[], heads: readonly string[]): number {
  return new Set(rows.map(row => heads.map(head => cellUnder(row, head)?.value ?? '').join('\n'))).size
}

function cellUnder({ cells }: Row, head: string): Cell | undefined {
  return cells.find(cell => cell.head === head)
}
