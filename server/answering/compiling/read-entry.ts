import type { Cell, Entry } from './entries.ts'
import { parts, type Piece, shownText, trimmed } from './read-cells.ts'
import { labelWords } from '../lexicon/label-words.ts'
import { wordsIn } from '../reading/plain-text.ts'
import { kindOf } from './values.ts'

type Unscaled = Omit<Entry, 'scale'>

export type EntryAt = { passage: number; path: string[]; group: number }

const bullet =
  /^(?:[-–—*•●▪◦‣+✓✔☑►➤»◆>\p{Extended_Pictographic}\u{fe0f}]+\s*|\(?\d{1,2}(?:\.\d{1,2})?[.)]\s+|\(?[a-zđ]\)\s+|\*\*)+/u
const value = String.raw`(?:(?:từ|chỉ|còn|from|only)\s+)?(?:VND\s?|\$\s?|\+)?\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?\s?(?:k|đ|₫|vnđ|vnd|đồng|tr\d*|triệu(?:\s(?:rưỡi|\d+))?|nghìn|ngàn|usd|%)(?![\p{L}\d])(?:\s?\/\s?[\p{L}\d]+(?:\s\p{L}+)?)?|\d{1,3}(?:[.,]\d{3})+(?:\s?(?:đ|vnd|đồng))?(?:\s?\/\s?\p{L}+)?|miễn phí|free`
const valueAtEnd = new RegExp(`^(.*?[\\p{L})\\d])[\\s:=–—-]+(${value})(\\s*\\([^()]*\\))?\\.?$`, 'iu')
const rangeAtEnd =
  /^(\p{L}.{1,40}?)\s+(?:từ |trên |dưới |đến )?\d[\d.,]*\s?\p{L}{0,6}\s?(?:-|–|đến|tới)\s?(?:dưới |hết )?\d[\d.,]*\s?(?:tháng|tuổi|kg|ký|cm|m)(?![\p{L}])/u
const labelled = /^([^:]{2,70}?)\s*:\s+(\S.*)$/u
const dashed = /^(.{2,70}?)\s+[–—=→-]\s+(\S.*)$/u
const maxNameWords = 12
const generic: ReadonlySet<string> = new Set(labelWords)

/** "Tên: giá", "Tên – giá", "Tên 150k, tên khác 170k". */
export function readEntry(line: Piece, at: EntryAt): Unscaled[] {
  const mark = bullet.exec(line.text)?.[0].length ?? 0
  const body = trimmed(line.text.slice(mark), line.start + mark)
  if (body.text.length < 4 || body.text.endsWith('?')) return []
  const label = split(labelled, body) ?? split(dashed, body)
  if (label && isName(label.name.text)) return underLabel(label.name, label.rest, line, at)
  return priced(body, line, at)
}

/** "Name: a 150k, b 170k" has a value for each part; "Name: …" is one. */
function underLabel(name: Piece, rest: Piece, line: Piece, at: EntryAt): Unscaled[] {
  const pieces = parts(rest, /;\s+|,\s+(?=\D)|\s+\|\s+|\.\s+(?=\p{Lu})/gu, false)
  const cells = pieces.length > 1 ? pieces.flatMap(piece => valued(piece, at)) : []
  const whole = pieces.length > 1 && cells.length === pieces.length ? cells : [cellOf('', rest, at)]
  return [entry(name, whole, line, at)]
}

/** "Dầu gội 145k, lược 65k": each part separately. A sentence that merely contains values stays whole. */
function priced(body: Piece, line: Piece, at: EntryAt): Unscaled[] {
  return parts(body, /;\s+|(?<=\p{L}{2}|\d|\))\.\s+(?=\p{Lu})/gu, false).flatMap(sentence => {
    const pieces = parts(sentence, /,\s+(?=\D)|\s+\|\s+/gu, false)
    const found = pieces.flatMap(piece => {
      const match = valueAtEnd.exec(piece.text)
      if (!match) return []
      const name = trimmed(match[1]!, piece.start)
      const text = trimmed(match[2]!, piece.start + piece.text.lastIndexOf(match[2]!))
      return isName(name.text) ? [{ name, cell: cellOf('', text, at) }] : []
    })
    if (found.length === pieces.length) return found.map(({ name, cell }) => entry(name, [cell], line, at))
    const [first] = pieces
    return first && pieces.length > 1 && /\d/u.test(sentence.text) && isName(first.text) && sentence.text.length <= 300
      ? [entry(first, [cellOf('', sentence, at)], line, at)]
      : []
  })
}

function valued(piece: Piece, at: EntryAt): Cell[] {
  const inner = split(labelled, piece) ?? split(dashed, piece)
  if (inner && isName(inner.name.text)) return [cellOf(shownText(inner.name.text), inner.rest, at)]
  const span = rangeAtEnd.exec(piece.text)
  if (span && isName(span[1]!)) {
    const from = piece.start + span[1]!.length
    return [cellOf(shownText(span[1]!), trimmed(piece.text.slice(span[1]!.length), from), at)]
  }
  const match = valueAtEnd.exec(piece.text)
  if (!match) return []
  const start = piece.text.lastIndexOf(match[2]!)
  return [cellOf(shownText(match[1]!), trimmed(match[2]!, piece.start + start), at)]
}

function entry(name: Piece, cells: Cell[], line: Piece, { passage, path, group }: EntryAt): Unscaled {
  const shown = shownText(name.text)
  const above = path.at(-1)
  // "Phí: 200k" is about the heading above it.
  const isLabel = above !== undefined && wordsIn(shown).every(word => generic.has(word) || /^\d/u.test(word))
  return {
    shape: 'line',
    name: isLabel ? above : shown,
    aliases: [],
    path,
    cells: isLabel ? cells.map(cell => ({ ...cell, head: [shown, cell.head].filter(Boolean).join(', ') })) : cells,
    place: { passage, start: line.start, end: line.end },
    group,
  }
}

function cellOf(head: string, { text, start, end }: Piece, { passage }: EntryAt): Cell {
  return { head, value: text, kind: kindOf(text, head), place: { passage, start, end } }
}

function split(pattern: RegExp, { text, start }: Piece): { name: Piece; rest: Piece } | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const name = trimmed(match[1]!, start)
  const at = text.length - match[2]!.length
  return { name, rest: trimmed(match[2]!, start + at) }
}

function isName(text: string): boolean {
  const shown = shownText(text)
  return (
    /\p{L}{2}/u.test(shown) &&
    shown.split(' ').length <= maxNameWords &&
    !/[.!?]\s/u.test(shown) &&
    !/https?$/iu.test(shown)
  )
}
