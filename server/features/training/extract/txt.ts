import { tidyText, hasWords } from './clean-text.ts'
import { ExtractError, type Extracted, type Extractor } from './extractor.ts'
import { looksLikeHeading } from './heading.ts'
import { tableText } from './table-text.ts'

/** Plain text: UTF-8, or UTF-16 with its mark. */
export const txt: Extractor = {
  extension: 'txt',
  extract: async bytes => extractTxt(bytes),
}

function extractTxt(bytes: Uint8Array): Extracted {
  const text = tidyText(decodeText(bytes))
  if (!hasWords(text)) throw new ExtractError('empty')
  return { text: withTables(text.split('\n')).join('\n') }
}

/** Throws `wrong_type` for bytes that are no text, `text_encoding` for a text in an encoding we cannot be sure of. */
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

/** NUL never stands in a text of one byte per letter, other control characters hardly ever. */
function isBinary(bytes: Uint8Array): boolean {
  let control = 0
  for (const byte of bytes) {
    if (byte === 0) return true
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) control++
  }
  return control > bytes.length / 100
}

/** Rows pasted from a spreadsheet (tabs) become a table, lines in capitals headings; every other line stays as it is. */
function withTables(lines: string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? ''
    let end = i
    while (end < lines.length && cellsOf(lines[end] ?? '').length > 1) end++
    if (end - i >= 2) {
      out.push(tableText({ rows: lines.slice(i, end).map(cellsOf) }))
      i = end
    } else {
      out.push(looksLikeHeading(line) ? `## ${line.trim()}` : line)
      i++
    }
  }
  return out
}

function cellsOf(line: string): string[] {
  return line.includes('\t') ? line.split('\t') : [line]
}
