import { hasWords } from '../clean-text.ts'
import { looksLikeHeading } from '../heading.ts'
import { lineText, type Block, type Line } from './pdf-lines.ts'
import { sameColumns, readTable, type Column } from './pdf-tables.ts'
import { sideBySide } from './side-by-side.ts'
import { hasHeader, headerHeight, joinHeaders, pipeRow, tableText, withGroups } from '../table-text.ts'

export type BodyStyle = { size: number; font: string; title: Line | undefined }

type Running = { columns: Column[]; header: string[]; group: string; open: boolean }

export type WriterState = { running: Running | undefined }

const BULLET =
  /^[\u2022\u25CF\u25CB\u25AA\u25A0\u25E6\u2023\u2219\u00B7\u27A2\u25BA\u2713\u2714\u2756\u2666\uF000-\uF0FF]\s*/u

/** Dots or a rule leading from name to price. */
const LEADER = /\s*(\.\s?){4,}\s*|\s*…{2,}\s*|\s*_{3,}\s*|\s+-{3,}\s+/g
/** Lines complete in themselves: name and price, label and value, question. */
const WHOLE = /(\.\s?){4,}|…{2,}|_{3,}|\t/
const LABELLED = /^\p{Lu}[^:.!?]{1,40}:\s/u

export function bodyStyle(pages: Block[][]): BodyStyle {
  const lines = pages.flat().flatMap(block => block.lines)
  const weights = new Map<string, { size: number; font: string; letters: number }>()
  for (const line of lines) {
    const key = `${line.size.toFixed(1)} ${line.font}`
    const entry = weights.get(key) ?? { size: line.size, font: line.font, letters: 0 }
    entry.letters += lineText(line).length
    weights.set(key, entry)
  }
  const [best] = [...weights.values()].toSorted((a, b) => b.letters - a.letters)
  const { size, font } = best ?? { size: 11, font: '' }
  return { size, font, title: titleOf(lines, size) }
}

function titleOf(lines: Line[], bodySize: number): Line | undefined {
  const [first] = lines
  if (!first || first.size <= bodySize * 1.15) return undefined
  const rest = lines.slice(lines.findIndex(line => line.size < first.size - 0.5))
  return rest.some(line => line.size > first.size - 0.5) ? undefined : first
}

/** `state` lets a table cross pages. */
export function pageText(blocks: Block[], body: BodyStyle, state: WriterState): string {
  return blocks
    .map(block => blockText(block, body, state))
    .filter(text => text !== '')
    .join('\n')
}

function blockText(block: Block, body: BodyStyle, state: WriterState): string {
  const { lines } = block
  const out: string[] = []
  for (let i = 0; i < lines.length;) {
    const line = lines[i]
    if (!line) break
    const table = readTable(lines, i)
    const lists = table && sideBySide(table.rows)
    if (table && lists) {
      for (const { title, names, rows } of lists) {
        if (title !== '') out.push(`\n## ${title}`)
        out.push(tableText({ rows: names.length > 0 ? [names, ...rows] : rows, header: names.length > 0 ? 1 : 0 }))
      }
      state.running = undefined
      i = table.next
      continue
    }
    if (table) {
      const continues =
        state.running && sameColumns(state.running.columns, table.columns) && !startsAnew(table.rows, table.bold)
      out.push(
        continues && state.running ? moreRows(table.rows, state.running, out.length > 0) : newTable(table, state),
      )
      i = table.next
      continue
    }
    if (isHeading(line, lines[i + 1], body)) {
      const end = headingEnd(lines, i)
      const text = lines.slice(i, end).map(lineText).join(' ').replace(/:$/, '')
      out.push(`${out.length > 0 ? '\n' : ''}${line === body.title ? '#' : '##'} ${text}`)
      if (state.running) state.running.open = false
      i = end
      continue
    }
    if (state.running && isPartTitle(lines, i, state.running)) {
      out.push(`\n## ${lineText(line)}`)
      i++
      continue
    }
    state.running = undefined
    const end = paragraphEnd(lines, i, block)
    out.push(lines.slice(i, end).map(plainLine).reduce(joinLines))
    i = end
  }
  return out.join('\n')
}

/** The same header again continues the table. */
function startsAnew(rows: string[][], bold: boolean): boolean {
  return bold || hasHeader(rows)
}

function newTable(table: { columns: Column[]; rows: string[][]; bold: boolean }, state: WriterState): string {
  const height = headerHeight(table.rows, table.bold ? 1 : 0)
  const header = height > 0 ? joinHeaders(table.rows.slice(0, height)) : []
  const rows = table.rows.slice(height)
  const again = header.length > 0 && state.running?.open && header.join('\t') === state.running.header.join('\t')
  if (again && state.running) return moreRows(rows, state.running, false)
  state.running = { columns: table.columns, header, group: groupOf(rows), open: true }
  return tableText({ rows: table.rows, header: height })
}

function groupOf(rows: string[][]): string {
  return rows.findLast(row => row[0] !== '')?.[0] ?? ''
}

function moreRows(rows: string[][], running: Running, apart: boolean): string {
  if (running.header.length === 0) return tableText({ rows })
  const own = rows.map(row => running.header.map((_, i) => row[i] ?? ''))
  const aligned = withGroups(own, running.open ? running.group : '')
  running.group = groupOf(aligned)
  if (running.open && !apart) return aligned.map(pipeRow).join('\n')
  running.open = true
  return tableText({ rows: [running.header, ...aligned], header: 1 })
}

/** A short line within a table titles the part below; any other line ends the table. */
function isPartTitle(lines: Line[], at: number, running: Running): boolean {
  const line = lines[at]
  const table = readTable(lines, at + 1)
  return (
    line?.cells.length === 1 &&
    lineText(line).length <= 60 &&
    table !== undefined &&
    sameColumns(running.columns, table.columns)
  )
}

function isHeading(line: Line, next: Line | undefined, body: BodyStyle): boolean {
  const text = lineText(line)
  if (line.cells.length !== 1 || !hasWords(text) || text.length > 120 || BULLET.test(text)) return false
  if (line.size > body.size * 1.15) return true
  if (looksLikeHeading(text)) return true
  const isOtherFont =
    line.font !== body.font && line.size >= body.size * 0.95 && next !== undefined && next.font === body.font
  return isOtherFont && text.length <= 70 && !/[.,;!]$/.test(text) && /^[\p{Lu}\d]/u.test(text)
}

function headingEnd(lines: Line[], start: number): number {
  let end = start + 1
  for (; end < lines.length; end++) {
    const [above, line] = [lines[end - 1], lines[end]]
    if (!above || !line || line.cells.length !== 1 || line.font !== above.font) break
    if (Math.abs(line.size - above.size) > 0.5 || line.y - above.y > 1.5 * line.size) break
    if (!wrapped(above, line, { left: 0, right: Math.max(above.cells[0]?.right ?? 0, line.cells[0]?.right ?? 0) }))
      break
  }
  return end
}

function paragraphEnd(lines: Line[], start: number, block: Block): number {
  let end = start + 1
  for (; end < lines.length; end++) {
    const [above, line] = [lines[end - 1], lines[end]]
    if (!above || !line || above.cells.length > 1 || line.cells.length > 1 || readTable(lines, end)) break
    if (Math.abs(line.size - above.size) > 0.5 || line.y - above.y > 1.75 * line.size || BULLET.test(lineText(line)))
      break
    if (startsApart(lineText(above), lineText(line), above.font !== line.font) || !wrapped(above, line, block)) break
  }
  return end
}

function startsApart(above: string, line: string, otherFace: boolean): boolean {
  if (WHOLE.test(above) || WHOLE.test(line)) return true
  if (/[?:]$/.test(above) && otherFace) return true
  return LABELLED.test(line) && (LABELLED.test(above) || /\d$/.test(above))
}

function wrapped(above: Line, line: Line, edge: { left: number; right: number }): boolean {
  const [over, cell] = [above.cells[0], line.cells[0]]
  if (!over || !cell || /^(\d+[.)]|[-+*])\s/.test(cell.text)) return false
  const characterWidth = (cell.right - cell.x) / Math.max(1, cell.text.length)
  const word = (cell.text.split(' ')[0] ?? '').length * characterWidth
  const wide = edge.right - edge.left > 30 * characterWidth
  if (
    edge.right - edge.left > 12 * characterWidth &&
    /^\p{Ll}/u.test(cell.text) &&
    !/[.!?:;]$/.test(over.text) &&
    over.right - edge.left > 0.6 * (edge.right - edge.left)
  )
    return true
  return wide && over.right + word + 0.25 * above.size > edge.right - 0.1 * above.size
}

function plainLine(line: Line): string {
  let text = ''
  line.cells.forEach((cell, i) => {
    const gap = i === 0 ? 0 : cell.x - (line.cells[i - 1]?.right ?? 0)
    text += (i === 0 ? '' : gap > 2 * line.size ? '\t' : ' ') + cell.text
  })
  return text.replace(BULLET, '- ').replace(LEADER, '\t')
}

/** Rejoins hyphenated words; Vietnamese has none. */
function joinLines(text: string, line: string): string {
  if (text.endsWith('\u00AD')) return text.slice(0, -1) + line
  if (/[a-z]{3}-$/.test(text) && /^[a-z]{2}/.test(line)) return text.slice(0, -1) + line
  return `${text} ${line}`
}
