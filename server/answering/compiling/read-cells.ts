import { cleanText } from '#shared/rules/text/fold.ts'

export type Piece = { text: string; start: number; end: number }
export type Line = Piece & {
  cells: Piece[] | undefined
  isRule: boolean
  isLed: boolean
}

const leader = /\s*(?:\.{3,}|…+|_{3,}|·{3,}|-{4,}|(?:\s\.){4,})\s*/gu

export function readLines(text: string): Line[] {
  const lines: Line[] = []
  for (const match of text.matchAll(/[^\n\f]+/gu)) {
    const line = trimmed(match[0], match.index)
    if (!line.text) continue
    lines.push({ ...line, cells: cellsOf(line), isRule: isRule(line.text), isLed: line.text.search(leader) > 0 })
  }
  return lines
}

function isRule(text: string): boolean {
  return text.length >= 3 && /^[|\s:+=-]+$/u.test(text)
}

/** Pipes, tabs, dotted leaders, or gaps of three or more spaces. */
function cellsOf(line: Piece): Piece[] | undefined {
  const { text } = line
  if (/^\|.*\|$/u.test(text)) return parts(line, /\|/gu, true).slice(1, -1)
  const led = splitOnce(line, leader)
  if (led) {
    const [name, rest] = led
    return [name, ...parts(rest, / {3,}|\t+| \| |\s*(?:\.{3,}|…+|_{3,})\s*/gu, false)]
  }
  if (/\t/u.test(text)) return parts(line, /\t/gu, true)
  if (/\S {3,}\S/u.test(text)) return parts(line, / {3,}/gu, false)
  if ((text.match(/ \| /gu)?.length ?? 0) >= 1) return parts(line, / \| /gu, true)
  return undefined
}

function splitOnce(line: Piece, pattern: RegExp): [Piece, Piece] | undefined {
  pattern.lastIndex = 0
  const match = pattern.exec(line.text)
  if (!match || match.index === 0) return undefined
  const name = trimmed(line.text.slice(0, match.index), line.start)
  const at = match.index + match[0].length
  const rest = trimmed(line.text.slice(at), line.start + at)
  return name.text && rest.text ? [name, rest] : undefined
}

/** @param empty whether empty cells are kept */
export function parts(line: Piece, pattern: RegExp, empty: boolean): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of [...line.text.matchAll(pattern), undefined]) {
    const to = match?.index ?? line.text.length
    const piece = trimmed(line.text.slice(from, to), line.start + from)
    if (empty || piece.text) found.push(piece)
    from = to + (match?.[0].length ?? 0)
  }
  return found
}

export function trimmed(text: string, start: number): Piece {
  const from = start + text.length - text.trimStart().length
  const inner = text.trim()
  return { text: inner, start: from, end: from + inner.length }
}

export function shownText(text: string): string {
  return cleanText(text)
    .replace(/\*\*|__|`/gu, '')
    .replace(/^[\s\-–—*•●▪◦‣+✓✔☑►➤»>◆#▪️\p{Extended_Pictographic}\u{fe0f}]+/u, '')
    .replace(/[\s:|;,\-–—\p{Extended_Pictographic}\u{fe0f}]+$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
}
