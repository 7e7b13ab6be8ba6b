import {
  answerMark,
  askedOnLine,
  askedQuestion,
  cellsOf,
  headingLikelihood,
  isCaption,
  isLabelled,
  isListItem,
  isNoise,
  isNumbered,
  isTableRule,
  isValueOnly,
  markedLevel,
  readLines,
  type Line,
} from './read-lines.ts'

export type Block =
  | { kind: 'heading'; start: number; end: number; title: string; level: number }
  | { kind: 'row'; start: number; end: number; cells: string[]; columns: string[] | null }
  | { kind: 'header'; start: number; end: number; cells: string[] }
  | { kind: 'text'; start: number; end: number; under?: Range }

/** A list's parent entry, such as "Giao bằng xe khách:". */
type Range = { start: number; end: number }

const maxListLength = 50

type Options = { headings: boolean }

/** `headings: false` (inside a passage): no line is a heading. */
export function readBlocks(text: string, options: Options = { headings: true }): Block[] {
  const all = readLines(text).filter(line => !isNoise(line.text))
  const lines = options.headings ? all.flatMap(splitAsked) : all
  const maxLineLength = lines.reduce((max, line) => Math.max(max, line.text.length), 0)
  const blocks: Block[] = []
  let columns: string[] | null = null
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const heading = options.headings ? headingAt(lines, i, text) : null
    const cells = heading ? null : cellsOf(line.text)
    if (!cells) columns = null
    if (heading) {
      blocks.push(heading)
    } else if (cells) {
      if (isTableRule(line.text)) continue
      if (isHeaderRow(lines, i, cells)) {
        columns = cells
        blocks.push({ kind: 'header', start: line.start, end: line.end, cells })
      } else {
        blocks.push({
          kind: 'row',
          start: line.start,
          end: line.end,
          cells,
          columns: columns?.length === cells.length ? columns : null,
        })
      }
    } else {
      const last = joinedUntil(lines, i, maxLineLength, text, options)
      const mark = answerMark(line.text)
      const start = mark === line.text.length && last > i ? lines[i + 1]!.start : line.start + mark
      const under = isListItem(line.text) ? listParent(lines, i, text) : undefined
      if (start < lines[last]!.end) blocks.push({ kind: 'text', start, end: lines[last]!.end, ...(under && { under }) })
      i = last
    }
  }
  return blocks
}

function splitAsked(line: Line): Line[] {
  const asked = askedOnLine(line.text)
  if (asked === 0) return [line]
  const answer = line.text.slice(asked).trimStart()
  return [
    { start: line.start, end: line.start + asked, text: line.text.slice(0, asked) },
    { start: line.end - answer.length, end: line.end, text: answer },
  ]
}

function listParent(lines: Line[], i: number, text: string): Range | undefined {
  const depth = indentOf(lines[i]!, text)
  for (let above = i - 1; depth > 0 && above >= Math.max(0, i - maxListLength); above--) {
    const line = lines[above]!
    if (!isListItem(line.text) && !isNumbered(line.text)) return undefined
    if (indentOf(line, text) >= depth) continue
    return line.text.endsWith(':') ? { start: line.start, end: line.end } : undefined
  }
  return undefined
}

function indentOf(line: Line, text: string): number {
  return line.start - (text.lastIndexOf('\n', line.start - 1) + 1)
}

function headingAt(lines: Line[], i: number, text: string): Block | null {
  const line = lines[i]!
  const level = markedLevel(line.text)
  if (level) return heading(line, line.text.slice(level).trim(), level)
  const asked = askedQuestion(line.text)
  if (asked) return heading(line, asked, 3)
  const next = lines[i + 1]
  if (next && isCaption(line.text) && cellsOf(next.text)) return heading(line, line.text, 3)
  const likelihood = headingLikelihood(line.text)
  if (!likelihood || !next || isValueOnly(next.text)) return null
  const before = lines[i - 1]
  if (likelihood === 2) {
    const numbered = /^\p{L}*\s?[\dIVX]+/u
    const inList =
      numbered.test(line.text) &&
      line.text !== line.text.toUpperCase() &&
      [before, next].some(other => other && numbered.test(other.text) && headingLikelihood(other.text) === 2)
    return inList ? null : heading(line, line.text, line.text === line.text.toUpperCase() ? 1 : 2)
  }
  const nextLikelihood = headingLikelihood(next.text)
  if (line.text.endsWith('?')) return next.text.endsWith('?') ? null : heading(line, line.text, 3)
  if (line.text.endsWith(':')) return nextLikelihood === 2 ? null : heading(line, line.text.replace(/\s*:$/, ''), 3)
  const apart = !before || /\n\s*\n/.test(text.slice(before.end, line.start))
  const afterContent =
    !before ||
    apart ||
    /[.!?;:]$/.test(before.text) ||
    /\d/.test(before.text) ||
    headingLikelihood(before.text) === 2 ||
    cellsOf(before.text) !== null ||
    isListItem(before.text)
  const words = line.text.split(/\s+/).length
  const nextWords = next.text.split(/\s+/).length
  const nextIsContent = nextLikelihood === 0 || markedLevel(next.text) > 0 || nextWords > words * 1.5 + 1
  return afterContent && nextIsContent && words <= 10 && !isListItem(line.text) ? heading(line, line.text, 2) : null
}

function heading(line: Line, title: string, level: number): Block {
  return {
    kind: 'heading',
    start: line.start,
    end: line.end,
    title: title
      .replace(/\s*[#*:]+$/, '')
      .replace(/^\*+/, '')
      .trim(),
    level,
  }
}

/** A rule follows, or only the rows below have figures. */
function isHeaderRow(lines: Line[], i: number, cells: string[]): boolean {
  const next = lines[i + 1]
  if (!next) return false
  if (isTableRule(next.text)) return cellsOf(lines[i + 2]?.text ?? '') !== null
  const before = lines[i - 1] && cellsOf(lines[i - 1]!.text)
  if (before && before.length === cells.length) return false
  const below = cellsOf(next.text)
  return (
    below !== null &&
    below.length === cells.length &&
    cells.every(cell => !/\d/.test(cell) && cell.length <= 40) &&
    below.some(cell => /\d/.test(cell))
  )
}

/** Joins wrapped lines, and prices below a name. */
function joinedUntil(lines: Line[], i: number, maxLineLength: number, text: string, options: Options): number {
  let last = i
  for (let next = i + 1; next < lines.length; next++) {
    const line = lines[last]!
    const following = lines[next]!
    if (isValueOnly(following.text) && !/[.!?]$/.test(line.text)) {
      last = next
      continue
    }
    if (
      isListItem(following.text) ||
      isNumbered(following.text) ||
      cellsOf(following.text) ||
      markedLevel(following.text) ||
      askedQuestion(following.text)
    )
      break
    if (/\n\s*\n/.test(text.slice(line.end, following.start)) || answerMark(following.text)) break
    if (options.headings && headingAt(lines, next, text)) break
    if (isLabelled(following.text)) break
    const wrapped = /^[\p{Ll}(]/u.test(following.text) || /[,–-]$/.test(line.text)
    const full =
      line.text.length >= 50 && line.text.length >= maxLineLength * 0.75 && !/\d\s?(?:đ|k|vnd)$/i.test(line.text)
    if (/[.!?:;…]$/.test(line.text) || !(wrapped || full)) break
    last = next
  }
  return last
}
