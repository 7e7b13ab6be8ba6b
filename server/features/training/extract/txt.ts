import { tidyText, hasWords } from './clean-text.ts'
import { ExtractError, type Extracted, type Extractor } from './extractor.ts'
import { readMarks } from './page/marked-text.ts'
import { fromOldFonts } from './old-fonts.ts'
import { hasHeader, tableText } from './table-text.ts'

/** UTF-8, or UTF-16 with a BOM. */
export const txt: Extractor = {
  extension: 'txt',
  extract: async bytes => extractTxt(bytes),
}

function extractTxt(bytes: Uint8Array): Extracted {
  const text = tidyText(fromOldFonts(decodeText(bytes)))
  if (!hasWords(text)) throw new ExtractError('empty')
  return { text: withTables(readMarks(text.split('\n'))).join('\n') }
}

/** @throws `wrong_type` for binary, `text_encoding` for an uncertain encoding */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return decode('utf-16le', bytes)
  if (a === 0xfe && b === 0xff) return decode('utf-16be', bytes)
  if (isBinary(bytes)) throw new ExtractError('wrong_type')
  return decode('utf-8', bytes)
}

function decode(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new ExtractError('text_encoding')
  }
}

function isBinary(bytes: Uint8Array): boolean {
  let control = 0
  for (const byte of bytes) {
    if (byte === 0) return true
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) control++
  }
  return control > bytes.length / 100
}

/** Longer tables are split, each part with the header, to bound memory. */
const MAX_ROWS = 2_000

/** Pasted spreadsheet rows become tables, lines in capitals headings. */
function withTables(lines: string[]): string[] {
  const out: string[] = []
  let names: { cells: string[] } | undefined
  for (let i = 0; i < lines.length;) {
    const split = splitterAt(lines, i)
    let end = i
    while (end < lines.length && end - i < MAX_ROWS && split(lines[end] ?? '').length > 1) end++
    const rows = lines.slice(i, end).map(split)
    if (rows.length === 1 && isNames(rows[0] ?? [], lines, end)) {
      names = { cells: rows[0] ?? [] }
      i = end
    } else if (rows.length >= (names ? 1 : 2)) {
      const fits = names && !hasHeader(rows) && rows.every(row => row.length === names?.cells.length)
      if (!fits) names = hasHeader(rows) ? { cells: rows[0] ?? [] } : undefined
      out.push(fits && names ? tableText({ rows: [names.cells, ...rows], header: 1 }) : tableText({ rows }))
      i = end
    } else {
      const line = lines[i] ?? ''
      const continues =
        names && isPartTitle(line) && (line.trim() === '' || split(lines[i + 1] ?? '').length === names.cells.length)
      if (!continues) names = undefined
      out.push(continues && line.trim() !== '' && !line.startsWith('#') ? `## ${line.trim()}` : line)
      i++
    }
  }
  return out
}

function isNames(row: string[], lines: string[], next: number): boolean {
  const title = lines[next] ?? ''
  const below = cellsOf(lines[next + 1] ?? '')
  return isPartTitle(title) && title !== '' && below.length === row.length && hasHeader([row, below])
}

function isPartTitle(line: string): boolean {
  return line.length <= 60 && !/[.!?;:,]$/.test(line.trim()) && !/^\s*(?:[-*+|]|\d+[.)])\s/.test(line)
}

/** Tabs, or semicolons if three lines and their header agree. */
function splitterAt(lines: string[], at: number): (line: string) => string[] {
  const bySemicolon = (line: string): string[] => line.split(';').map(cell => cell.trim())
  const rows = lines.slice(at, at + 3).map(bySemicolon)
  const width = rows[0]?.length ?? 0
  const agree = rows.length === 3 && width > 2 && rows.every(row => row.length === width)
  return agree && hasHeader(rows) ? line => (bySemicolon(line).length === width ? bySemicolon(line) : [line]) : cellsOf
}

function cellsOf(line: string): string[] {
  return line.includes('\t') ? line.split('\t') : [line]
}
