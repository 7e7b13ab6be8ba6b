import type { Cell, Line } from './pdf-lines.ts'

export type Column = { x: number; right: number }

export type DrawnTable = { columns: Column[]; rows: string[][]; made: Line[][]; bold: boolean; next: number }

type Row = { cells: string[]; full: boolean; lines: Line[] }

/** Undefined if none begins at `start`. Needs two cells a row, and gutters through all rows. */
export function readTable(lines: Line[], start: number): DrawnTable | undefined {
  const first = lines[start]
  if (!first || first.cells.length < 2) return undefined
  let columns = first.cells.map(({ x, right }) => ({ x, right }))
  let end = start + 1
  let rowLines = 1
  for (; end < lines.length; end++) {
    const line = lines[end]
    const above = lines[end - 1]
    if (!line || !above || line.y - above.y > 3.2 * Math.max(line.size, above.size)) break
    const merged = mergeColumns([...columns, ...line.cells])
    const distinct = new Set(line.cells.map(cell => columnOf(merged, cell))).size === line.cells.length
    if (!distinct || merged.length < Math.max(2, Math.min(columns.length, 3))) break
    if (line.cells.length < 2 && !belongsToRow(line, above, lines[end + 1], merged, columns)) break
    columns = merged
    if (line.cells.length > 1) rowLines++
  }
  if (rowLines < 2) return undefined
  const rows = toRows(lines.slice(start, end), columns)
  if (rows.length < 2) return undefined
  const bold =
    first.font !== lines[start + 1]?.font && lines.slice(start + 1, end).every(line => line.font !== first.font)
  const table = { columns, rows: rows.map(row => row.cells), made: rows.map(row => row.lines), bold, next: end }
  joinNames(table)
  return table
}

/** A centred header may sit beside a narrow column: a column with only a header joins its neighbour. */
function joinNames(table: DrawnTable): void {
  for (let i = 0; i + 1 < table.columns.length;) {
    const body = table.rows.slice(1)
    const onlyName = [i, i + 1].some(column => body.every(row => row[column] === ''))
    const [left, right] = [table.columns[i], table.columns[i + 1]]
    if (!left || !right || !onlyName || table.rows.some(row => row[i] !== '' && row[i + 1] !== '')) {
      i++
      continue
    }
    for (const row of table.rows) row.splice(i, 2, (row[i] ?? '') + (row[i + 1] ?? ''))
    table.columns.splice(i, 2, { x: left.x, right: right.right })
  }
}

export function sameColumns(columns: Column[], found: Column[]): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 3
  return (
    columns.length === found.length &&
    columns.every((column, i) => {
      const other = found[i] ?? { x: Number.NaN, right: Number.NaN }
      return (
        near(column.x, other.x) ||
        near(column.right, other.right) ||
        near(column.x + column.right, other.x + other.right)
      )
    })
  )
}

/** A one-cell line continues the cell close above, or precedes its row. */
function belongsToRow(line: Line, above: Line, below: Line | undefined, columns: Column[], before: Column[]): boolean {
  const [cell] = line.cells
  if (!cell || columns.length < before.length) return false
  if (line.y - above.y < 0.8 * line.size || (below && below.cells.length > 1 && below.y - line.y < 0.8 * line.size))
    return true
  return line.y - above.y <= 1.6 * line.size && line.font === above.font && wraps(above, cell, columns)
}

function wraps(above: Line, cell: Cell, columns: Column[]): boolean {
  const index = columnOf(columns, cell)
  const over = above.cells.find(other => columnOf(columns, other) === index)
  if (!over) return /^\p{Ll}/u.test(cell.text)
  const limit = columns[index + 1]?.x ?? Number.POSITIVE_INFINITY
  const word = (cell.text.split(' ')[0] ?? '').length * ((cell.right - cell.x) / Math.max(1, cell.text.length))
  return over.right + word + 0.3 * above.size > limit - 0.8 * above.size || /^(\p{Ll}|[(+&/])/u.test(cell.text)
}

function toRows(lines: Line[], columns: Column[]): Row[] {
  const rows: Row[] = []
  const pitch = rowPitch(lines, columns.length)
  let previous: Line | undefined
  for (const line of lines) {
    const row = rows.at(-1)
    const gap = previous ? line.y - previous.y : Number.POSITIVE_INFINITY
    const tight = gap < 0.8 * line.size
    const close = gap <= 1.6 * line.size && (line.cells.length === 1 || (gap < 0.85 * pitch && row?.full === true))
    if (row && line.cells.length < columns.length && (tight || close)) addTo(row, line, columns)
    else {
      const fresh: Row = { cells: columns.map(() => ''), full: false, lines: [] }
      rows.push(fresh)
      addTo(fresh, line, columns)
      fresh.full = fresh.cells.every(cell => cell !== '')
    }
    previous = line
  }
  return rows
}

function rowPitch(lines: Line[], width: number): number {
  const full = lines.filter(line => line.cells.length === width)
  const gaps = full.slice(1).map((line, i) => line.y - (full[i]?.y ?? 0))
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}

function addTo(row: Row, line: Line, columns: Column[]): void {
  row.lines.push(line)
  for (const cell of line.cells) {
    const index = columnOf(columns, cell)
    row.cells[index] = row.cells[index] ? `${row.cells[index]} ${cell.text}` : cell.text
  }
}

function mergeColumns(parts: Column[]): Column[] {
  const merged: Column[] = []
  for (const part of parts.toSorted((a, b) => a.x - b.x)) {
    const column = merged.at(-1)
    if (column && part.x < column.right) column.right = Math.max(column.right, part.right)
    else merged.push({ x: part.x, right: part.right })
  }
  return merged
}

function columnOf(columns: Column[], cell: Column): number {
  return columns.findIndex(column => cell.x < column.right && cell.right > column.x)
}
