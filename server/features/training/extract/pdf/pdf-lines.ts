import { oneLine } from '#shared/rules/text/one-line.ts'
import { readingOrder } from './pdf-columns.ts'
import type { Piece } from './pdf-piece.ts'

export type Cell = { text: string; x: number; right: number }

export type Line = { y: number; size: number; font: string; cells: Cell[] }

export type Block = { lines: Line[]; left: number; right: number }

/** Wider than a word space, narrower than a table's column gap. */
const CELL_GAP = 0.9
const SAME_LINE = 0.3

export function pageBlocks(pieces: Piece[]): Block[] {
  const printed = pieces.filter(piece => piece.text.trim() !== '' && piece.size > 0)
  return splitColumns(printed)
    .flatMap(readingOrder)
    .map(column => toBlock(groupLines(column)))
}

export function toBlock(lines: Line[]): Block {
  return {
    lines,
    left: lines.reduce((min, line) => Math.min(min, line.cells[0]?.x ?? 0), Number.POSITIVE_INFINITY),
    right: lines.reduce((max, line) => Math.max(max, line.cells.at(-1)?.right ?? 0), Number.NEGATIVE_INFINITY),
  }
}

/** PDFs write newspaper columns one by one, tables row by row: a jump up and right between running text begins a column. */
function splitColumns(pieces: Piece[]): Piece[][] {
  for (let i = 1; i < pieces.length; i++) {
    const [before, here] = [pieces[i - 1], pieces[i]]
    if (!before || !here || here.y > before.y - 3 * here.size) continue
    const beside = pieces.slice(0, i).filter(piece => piece.y > here.y - here.size)
    const edge = beside.reduce((max, piece) => Math.max(max, piece.x + piece.width), Number.NEGATIVE_INFINITY)
    const end = pieces.findIndex((piece, at) => at >= i && piece.x < edge)
    const column = pieces.slice(i, end < 0 ? pieces.length : end)
    if (!isRunningText(beside) || !isRunningText(column)) continue
    const above = pieces.slice(0, i).filter(piece => !beside.includes(piece))
    const below = end < 0 ? [] : pieces.slice(end)
    return [above, beside, ...splitColumns(column), ...splitColumns(below)].filter(part => part.length > 0)
  }
  return pieces.length > 0 ? [pieces] : []
}

function isRunningText(pieces: Piece[]): boolean {
  const lines = new Set(pieces.map(piece => Math.round(piece.y))).size
  const characters = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  return lines >= 4 && characters / lines >= 20
}

function groupLines(pieces: Piece[]): Line[] {
  const groups: Piece[][] = []
  let base = Number.NaN
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const group = groups.at(-1)
    if (group && Math.abs(piece.y - base) <= SAME_LINE * piece.size) group.push(piece)
    else {
      groups.push([piece])
      base = piece.y
    }
  }
  return groups.map(toLine)
}

function toLine(pieces: Piece[]): Line {
  const cells: Cell[] = []
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    const cell = cells.at(-1)
    const gap = cell ? piece.x - cell.right : 0
    if (!cell || gap > CELL_GAP * piece.size) {
      cells.push({ text: piece.text, x: piece.x, right: piece.x + piece.width })
      continue
    }
    // Text painted twice, slightly apart, is fake bold.
    if (gap < -0.5 * piece.width && cell.text.endsWith(piece.text)) continue
    const space = gap > 0.14 * piece.size && !cell.text.endsWith(' ') && !piece.text.startsWith(' ')
    cell.text += (space ? ' ' : '') + piece.text
    cell.right = Math.max(cell.right, piece.x + piece.width)
  }
  const longest = pieces.reduce((best, piece) => (piece.text.length > best.text.length ? piece : best))
  for (const cell of cells) cell.text = oneLine(cell.text)
  return { y: longest.y, size: longest.size, font: longest.font, cells: cells.filter(cell => cell.text !== '') }
}

export function lineText(line: Line): string {
  return line.cells.map(cell => cell.text).join(' ')
}
