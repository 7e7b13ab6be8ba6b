import type { Cell, Entry } from './entries.ts'

type Row = Pick<Entry, 'cells'>

const maxColumns = 3
/** A remark is no name. */
const maxSaidLength = 40

/** For rows of one table that share a name: what to say with it. Others have nothing. */
export function distinguishingCells(entries: readonly Entry[]): Map<Entry, Cell[]> {
  const rows = [...Map.groupBy(entries, ({ group, name }) => `${group} ${name}`).values()]
  const cells = new Map<Entry, Cell[]>()
  for (const own of rows) {
    if (own.length === 1) continue
    const heads = distinguishingHeads(own, maxSaidLength)
    for (const row of own)
      cells.set(
        row,
        heads.flatMap(head => cellUnder(row, head) ?? []),
      )
  }
  return cells
}

/** The columns, other than prices and long texts, by which rows differ: as few as possible, from the left. */
export function distinguishingHeads(rows: readonly Row[], maxLength: number): string[] {
  const heads = wordHeads(rows, maxLength)
  const alone = heads.find(head => countDifferent(rows, [head]) === rows.length)
  if (alone !== undefined) return [alone]
  const chosen: string[] = []
  for (const head of heads) {
    if (chosen.length === maxColumns || countDifferent(rows, chosen) === rows.length) break
    if (countDifferent(rows, [...chosen, head]) > countDifferent(rows, chosen)) chosen.push(head)
  }
  return chosen
}

function wordHeads(rows: readonly Row[], maxLength: number): string[] {
  const cells = rows.flatMap(row => row.cells)
  const others = new Set(
    cells.flatMap(({ head, kind, value }) =>
      kind === 'money' || kind === 'percent' || value.length > maxLength ? [head] : [],
    ),
  )
  return [...new Set(cells.map(({ head }) => head))].filter(head => !others.has(head))
}

function countDifferent(rows: readonly Row[], heads: readonly string[]): number {
  return new Set(rows.map(row => heads.map(head => cellUnder(row, head)?.value ?? '').join('\n'))).size
}

function cellUnder({ cells }: Row, head: string): Cell | undefined {
  return cells.find(cell => cell.head === head)
}
