import { tidyText } from '../extract/clean-text.ts'
import { looksLikeHeading } from '../extract/heading.ts'
import type { Piece } from '../extract/pdf/pdf-piece.ts'
import { pageBlocks, type Line } from '../extract/pdf/pdf-lines.ts'
import { type Column, type DrawnTable, readTable } from '../extract/pdf/pdf-tables.ts'
import { headerHeight, withGroups } from '../extract/table-text.ts'
import type { RecognisedLine } from '../extract/extractor.ts'
import type { Word } from './reader.ts'
import { splitLists } from './split-lists.ts'

export type Place = { left: number; top: number; right: number; bottom: number }

/** In the prepared picture's coordinates. */
export type PlacedLine = Pick<RecognisedLine, 'kind' | 'table' | 'cells' | 'confidence'> & {
  whole: Place
  pieces: (Place | null)[]
}

const MIN_HEADING_RATIO = 1.28
const MAX_CELLS = 12
const MAX_CELL_LENGTH = 300

export function buildLines(words: Word[], firstTable: number): PlacedLine[] {
  const real = words.filter(isWord)
  const body = middleSize(real)
  const lines: PlacedLine[] = []
  let table = firstTable
  for (const part of splitLists(real)) {
    for (const block of pageBlocks(part.map(toPiece))) {
      for (let i = 0; i < block.lines.length;) {
        const found = readTable(block.lines, i)
        if (found) {
          lines.push(...tableLines(found, part, table++))
          i = found.next
          continue
        }
        const line = block.lines[i++]
        if (line) lines.push(plainLine(line, part, body))
      }
    }
  }
  return lines.filter(line => line.cells.some(cell => cell !== ''))
}

function isWord({ text, confidence }: Word): boolean {
  if (/[\p{L}\p{N}]/u.test(text)) return confidence >= 20 || /\d/.test(text)
  return confidence >= 60 && /^[+&/%–-]$/u.test(text)
}

function toPiece(word: Word): Piece {
  return { text: word.text, x: word.left, y: word.base, width: word.right - word.left, size: word.size, font: '' }
}

function tableLines(found: DrawnTable, words: Word[], table: number): PlacedLine[] {
  const height = headerHeight(found.rows)
  const cells = [...found.rows.slice(0, height), ...withGroups(found.rows.slice(height))]
  return cells.map((row, i) => ({
    ...placed(found.made[i] ?? [], found.columns, words),
    kind: i < height ? 'head' : 'row',
    table,
    cells: tidy(row),
  }))
}

function plainLine(line: Line, words: Word[], body: number): PlacedLine {
  const cells = line.cells.map(cell => cell.text)
  const isHeading = cells.length === 1 && (line.size > MIN_HEADING_RATIO * body || looksLikeHeading(cells[0] ?? ''))
  return { ...placed([line], line.cells, words), kind: isHeading ? 'heading' : 'text', table: null, cells: tidy(cells) }
}

function tidy(cells: string[]): string[] {
  return cells.slice(0, MAX_CELLS).map(cell =>
    withDigits(tidyText(cell))
      .replace(/[|\n\t]+/g, ' ')
      .replace(/^[\s.…_#>*]+|[\s.…_]+$/g, '')
      .slice(0, MAX_CELL_LENGTH),
  )
}

/** O for zero and misread currency letters; a person checks amounts anyway. */
function withDigits(cell: string): string {
  return cell.replace(/(?<![\p{L}\d])\d[\dOo.,]*[dđkK]?(?![\p{L}\d])/gu, amount =>
    amount
      .replace(/[Oo]/g, '0')
      .replace(/(?<=\d[.,]\d{3})d$/, 'đ')
      .replace(DONG_AS_FOUR, 'đ'),
  )
}

/** As in 45.0004: no amount is written like that, and đ looks like a 4 in many fonts. */
const DONG_AS_FOUR = /(?<=^[1-9]\d{0,2}(?:[.,]\d{3})*[.,]\d{2}0)4$/

function placed(
  lines: Line[],
  columns: readonly Column[],
  words: Word[],
): Pick<PlacedLine, 'whole' | 'pieces' | 'confidence'> {
  const own = lines.flatMap(line =>
    words.filter(
      word =>
        Math.abs(word.base - line.y) <= 0.5 * line.size &&
        line.cells.some(cell => word.left >= cell.x - 1 && word.right <= cell.right + 1),
    ),
  )
  return {
    whole: around(own),
    pieces: columns.slice(0, MAX_CELLS).map(({ x, right }) => {
      const inside = own.filter(word => word.left < right && word.right > x)
      return inside.length > 0 ? around(inside) : null
    }),
    confidence: Math.round(Math.min(100, ...own.map(word => word.confidence))),
  }
}

function around(words: Word[]): Place {
  return {
    left: Math.min(...words.map(word => word.left)),
    top: Math.min(...words.map(word => word.top)),
    right: Math.max(...words.map(word => word.right)),
    bottom: Math.max(...words.map(word => word.bottom)),
  }
}

function middleSize(words: Word[]): number {
  return words.map(word => word.size).toSorted((a, b) => a - b)[Math.floor(words.length / 2)] ?? 0
}
