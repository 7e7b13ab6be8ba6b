import { hasHeader, tableText } from '../table-text.ts'

export type CellLine = { text: string; bold: boolean }

export type WordCell = { text: string; lines?: CellLine[]; columns: number; rows: number; bold: boolean; head: boolean }

/** A full-width row is a heading; the column names are repeated below it. */
export function wordTable(rows: WordCell[][]): string[] {
  const grid = spread(rows)
  const width = grid.reduce((max, row) => Math.max(max, row.length), 0)
  const blocks: string[] = []
  let header: string[][] = []
  let part: string[][] = []
  let named = false
  const flush = (): void => {
    if (part.length > 0) blocks.push(tableText({ rows: [...header, ...part], header: header.length }))
    part = []
    named = false
  }
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? []
    const [only] = row
    if (only && row.length === 1 && width > 1 && only.columns >= width) {
      flush()
      if (only.text !== '') blocks.push(only.text.length <= 80 ? `## ${only.text}` : only.text)
    } else if (part.length === 0 && !named && isHeader(row, grid.slice(i))) {
      named = true
      const height = headerHeight(row)
      header = grid.slice(i, i + height)
      i += height - 1
    } else {
      part.push(grid[i] ?? [])
    }
  }
  flush()
  return blocks.filter(block => block !== '')
}

function isHeader(row: WordCell[], rest: string[][]): boolean {
  if (rest.length < 2) return false
  if (row.every(cell => cell.head) || headerHeight(row) > 1 || hasHeader(rest)) return true
  const named = row.filter(cell => cell.text !== '')
  return named.length > 1 && named.every(cell => cell.bold && !/\d{3}/.test(cell.text))
}

function headerHeight(row: WordCell[]): number {
  const tallest = Math.max(1, ...row.map(cell => cell.rows))
  return tallest > 1 && row.some(cell => cell.columns > 1) ? Math.min(tallest, 3) : 1
}

/** Merged cells repeat their text, so that each row is complete. */
function spread(rows: WordCell[][]): string[][] {
  const grid: string[][] = rows.map(() => [])
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row) {
      while (grid[y]?.[x] !== undefined) x++
      for (let dy = 0; dy < cell.rows; dy++) {
        const target = grid[y + dy]
        for (let dx = 0; target && dx < cell.columns; dx++) target[x + dx] = cell.text
      }
      x += cell.columns
    }
  })
  return grid.map(row => Array.from(row, cell => cell ?? ''))
}
