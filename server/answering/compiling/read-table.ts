import { columnWords } from '../lexicon/column-words.ts'
import { plainText } from '../reading/plain-text.ts'
import type { Cell, Entry } from './entries.ts'
import { type Line, type Piece, shownText } from './read-cells.ts'
import { isValue, kindOf } from './values.ts'

type Unscaled = Omit<Entry, 'scale'>

export type TableAt = {
  passage: number
  path: string[]
  group: number
  before: Piece[] | undefined
}

const nameHeads: ReadonlySet<string> = new Set(columnWords.name)
const code = /^[\p{Lu}\d]{0,5}[-.]?\d{1,5}\p{Lu}?$/u

export function readTable(lines: readonly Line[], at: TableAt): { entries: Unscaled[]; head: Piece[] | undefined } {
  const rows = lines.filter(line => !line.isRule)
  const ruled = lines.findIndex(line => line.isRule)
  const hasHead = rows.length > 1 && (ruled === 1 || isHead(rows))
  const body = hasHead ? rows.slice(1) : rows
  const head = hasHead ? rows[0]!.cells! : at.before?.length === widthOf(body) ? at.before : undefined
  const named = nameColumn(head, body)
  const slashed = head ? [] : slashHeads(at.path)
  // A head with one cell less belongs to the values alone.
  const shift = head && head.length === widthOf(body) - 1 ? 1 : 0
  const entries: Unscaled[] = []
  let group: string[] = []
  for (const line of body) {
    const cells = line.cells!.filter(cell => cell.text)
    if (cells.length === 1 && body.length > 1 && !isValue(cells[0]!.text)) {
      group = [shownText(cells[0]!.text)]
      continue
    }
    const entry = entryOf(line, { ...at, path: [...at.path, ...group] }, head, named, shift, slashed)
    if (entry) entries.push(entry)
  }
  return { entries, head }
}

/** The first row's cells differ in kind from those below, and it is not longer. */
function isHead(rows: readonly Line[]): boolean {
  const [first, ...rest] = rows
  const cells = first!.cells ?? []
  if (cells.some(cell => kindOf(cell.text) === 'money')) return false
  if (first!.isLed && cells.some(cell => /\d/u.test(cell.text))) return false
  const width = widthOf(rest)
  if ((cells.length < 2 && width > 2) || cells.length > width) return false
  const shift = width - cells.length
  let other = 0
  for (const [i, cell] of cells.entries()) {
    if (i + shift === 0) continue
    const below = rest.flatMap(row => row.cells?.[i + shift]?.text ?? []).filter(Boolean)
    const valued = below.filter(isValue)
    if (valued.length === 0) continue
    const kinds = valued.map(text => kindOf(text))
    if (isValue(cell.text) && kinds.every(kind => kind === kindOf(cell.text))) return false
    other += 1
  }
  return other > 0 || (rest.length >= 2 && cells.every(({ text }) => text.length <= 30 && !/\d/u.test(text)))
}

function widthOf(rows: readonly Line[]): number {
  const counts = [...Map.groupBy(rows, row => row.cells?.length ?? 0)].sort(
    (a, b) => b[1].length - a[1].length || b[0] - a[0],
  )
  return counts[0]?.[0] ?? 0
}

function nameColumn(head: readonly Piece[] | undefined, body: readonly Line[]): number {
  const width = Math.max(0, ...body.map(line => line.cells?.length ?? 0))
  if (head?.length === width) {
    const first = plainText(head[0]?.text ?? '')
    if (/^(?:stt|no|#|tt)$/u.test(first)) return 1
    const byHead = head.findIndex(cell => nameHeads.has(plainText(cell.text)))
    if (byHead > 0 && body.every(line => code.test(line.cells?.[0]?.text ?? '') || !line.cells?.[0]?.text))
      return byHead
  }
  const codes = body.filter(line => code.test(line.cells?.[0]?.text ?? '')).length
  const worded = body.filter(
    line => /\p{L}{2}/u.test(line.cells?.[1]?.text ?? '') && !isValue(line.cells?.[1]?.text ?? ''),
  ).length
  return width > 2 && codes > body.length * 0.7 && worded > body.length * 0.7 ? 1 : 0
}

function entryOf(
  line: Line,
  { passage, path, group }: TableAt,
  head: readonly Piece[] | undefined,
  named: number,
  shift: number,
  slashed: readonly string[],
): Unscaled | undefined {
  const cells = line.cells!
  const name = cells[named]
  if (!name?.text) return undefined
  const values: Cell[] = []
  const aliases: string[] = []
  for (const [i, cell] of cells.entries()) {
    if (i === named || !cell.text || /^[-–—]$/u.test(cell.text)) continue
    if (i < named && code.test(cell.text)) {
      aliases.push(cell.text)
      continue
    }
    const label = i < shift ? '' : shownText(head?.[i - shift]?.text ?? '')
    const split = label || cells.length !== 2 ? [cell] : slashedParts(cell, slashed.length)
    for (const [j, piece] of split.entries()) {
      const own = split.length > 1 ? (slashed[j] ?? '') : label
      values.push({
        head: own,
        value: piece.text,
        kind: kindOf(piece.text, own),
        place: { passage, start: piece.start, end: piece.end },
      })
    }
  }
  if (values.length === 0) return undefined
  return {
    shape: 'row',
    name: shownText(name.text),
    aliases,
    path,
    cells: values,
    place: { passage, start: line.start, end: line.end },
    group,
  }
}

/** "GỘI (60p / 90p)": the heads of "110k / 165k" below. */
function slashHeads(path: readonly string[]): string[] {
  const [inner] = path.toReversed().flatMap(text => /\(([^()]*\/[^()]*)\)/u.exec(text)?.[1] ?? [])
  return inner ? inner.split('/').map(shownText) : []
}

function slashedParts(cell: Piece, count: number): Piece[] {
  if (count < 2) return [cell]
  const found: Piece[] = []
  for (const match of cell.text.matchAll(/[^/]+/gu)) {
    const text = match[0].trim()
    const start = cell.start + match.index + match[0].indexOf(text)
    found.push({ text, start, end: start + text.length })
  }
  return found.length === count && found.every(({ text }) => isValue(text)) ? found : [cell]
}
