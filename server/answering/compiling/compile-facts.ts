import type { Entry, Facts, FactSource, Place } from './entries.ts'
import { readEntry } from './read-entry.ts'
import { type Line, type Piece, readLines, shownText } from './read-cells.ts'
import { readStatements } from './read-statements.ts'
import { readTable } from './read-table.ts'
import { kindOf } from './values.ts'
import { markedWords, plainText, wordsIn } from '../reading/plain-text.ts'

/** Compiles a shop's passages, in document order, into facts. Pure. */
export function compileFacts(passages: readonly FactSource[]): Facts {
  const frequency = new Map<string, number>()
  const marked = new Set(passages.flatMap(({ title, heading, text }) => markedWords(`${title}\n${heading}\n${text}`)))
  const shorts = new Map(passages.flatMap(({ text }) => shortNames(text)))
  const facts: Facts = { entries: [], statements: [], unread: [], frequency, marked, shorts }
  const scales = new Map([...Map.groupBy(passages, ({ document }) => document)].map(([id, own]) => [id, scaleOf(own)]))
  let group = 0
  let last: { document: string; head: Piece[] } | undefined
  for (const [passage, source] of passages.entries()) {
    if (source.pair) continue
    const above = pathOf(source)
    for (const block of blocksOf(readLines(source.text))) {
      group += 1
      if (block.kind === 'table') {
        const path = [...above, ...block.caption]
        const before = last?.document === source.document ? last.head : undefined
        const { entries, head } = readTable(block.lines, { passage, path, group, before })
        facts.entries.push(...scaled(entries, scales.get(source.document) ?? 1))
        if (head) last = { document: source.document, head }
        continue
      }
      const path = [...above, ...block.caption]
      facts.statements.push(...readStatements(block.lines, { passage, path }))
      for (const line of block.lines) {
        const entries = readEntry(line, { passage, path, group })
        facts.entries.push(...scaled(entries, scales.get(source.document) ?? 1))
        if (!entries.length && holdsValue(line.text)) facts.unread.push(placeOf(passage, line))
      }
    }
  }
  for (const { text, title, heading } of passages)
    for (const word of new Set(wordsIn(`${title}\n${heading}\n${text}`)))
      frequency.set(word, (frequency.get(word) ?? 0) + 1)
  for (const { name } of facts.entries)
    for (const word of new Set(wordsIn(name))) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return facts
}

const equal = /(?<![\p{L}\d])(\p{Lu}{1,5}) ?= ?(\p{L}[^,;.=\n()]{1,40})/gu
const called = /((?:\p{Lu}\p{L}* ?){1,6})\((?:gọi tắt(?: là)?|viết tắt(?: là)?|tắt là) (\p{Lu}{1,5})\)/gu

function shortNames(text: string): [string, string][] {
  return [
    ...[...text.matchAll(equal)].map(([, short, name]): [string, string] => [short!, name!.trim()]),
    ...[...text.matchAll(called)].map(([, name, short]): [string, string] => [short!, name!.trim()]),
  ]
}

const thousands =
  /[(:] ?(?:nghin|ngan) (?:dong|vnd)(?!\p{L})|(?:don vi|dvt|tinh bang)[^\n\d]{0,24}(?:(?:nghin|ngan)(?!\p{L})|1000 ?(?:d|dong|vnd)(?!\p{L})|k(?!\p{L}))/u

function scaleOf(passages: readonly FactSource[]): number {
  return passages.some(({ title, heading, text }) => thousands.test(plainText(`${title}\n${heading}\n${text}`)))
    ? 1000
    : 1
}

const bare = /^[+]?\d{1,3}(?:[.,]\d{3})*(?:[.,]\d)?(?: ?\/ ?\p{L}[\p{L}\d]*)?$/u

function scaled(entries: readonly Omit<Entry, 'scale'>[], scale: number): Entry[] {
  return entries.map(entry => ({
    ...entry,
    scale,
    cells: entry.cells.map(cell =>
      scale > 1 && bare.test(cell.value) && kindOf(cell.value) !== 'amount' && !measured.test(plainText(cell.head))
        ? { ...cell, kind: 'money' as const }
        : cell,
    ),
  }))
}

const measured =
  /(?<!\p{L})(?:rong|dai|cao|so cho|so nguoi|so khach|so luong|kich thuoc|size|tuoi|can nang|bao hanh)(?!\p{L})/u

function placeOf(passage: number, { start, end }: Piece): Place {
  return { passage, start, end }
}

function pathOf({ title, heading }: FactSource): string[] {
  return [title.replace(/\.(?:txt|docx|pdf)$/iu, ''), ...heading.split(' › ')].map(shownText).filter(Boolean)
}

type Block = { kind: 'table' | 'lines'; lines: Line[]; caption: string[] }

/** Consecutive lines with cells are a table; the line right above is its caption. */
function blocksOf(lines: Line[]): Block[] {
  const blocks: Block[] = []
  let caption: string[] = []
  let overRows: { before: string[]; areListed: boolean } | undefined
  for (let i = 0; i < lines.length;) {
    let end = i
    while (end < lines.length && (lines[end]!.cells || lines[end]!.isRule)) end++
    if (end > i) {
      blocks.push({ kind: 'table', lines: lines.slice(i, end), caption })
      i = end
      continue
    }
    const line = lines[i]!
    if (overRows && !isRow(line, overRows.areListed)) {
      caption = overRows.before
      overRows = undefined
    }
    const isCaption = isTitle(line, lines[i + 1])
    const isOverRows = !isCaption && isRowsTitle(line, lines.slice(i + 1, i + 3))
    if (isOverRows) overRows = { before: caption, areListed: isListed(lines[i + 1]!) }
    if (isCaption || isOverRows) caption = [shownText(line.text.replace(/^\[|\]$/gu, ''))]
    else {
      const last = blocks.at(-1)
      if (last?.kind === 'lines' && sameCaption(last.caption, caption)) last.lines.push(line)
      else blocks.push({ kind: 'lines', lines: [line], caption })
    }
    i++
  }
  return blocks
}

function sameCaption(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}

/** A short line without a value: in brackets, in capitals, ending in a colon, or right above a table. */
function isTitle(line: Line, next: Line | undefined): boolean {
  const text = line.text
  if (text.length > 140 || !next) return false
  if (/^\[.*\]$/u.test(text)) return true
  if (/[.!?]$/u.test(text)) return false
  const short = text.split(/\s+/u).length <= 14
  if (next.cells && !/:\s+\S/u.test(text)) return short
  if (!short) return false
  return (
    text.endsWith(':') ||
    (text === text.toUpperCase() && /\p{Lu}{3}/u.test(text) && !/:\s+\S/u.test(text) && !/\d{3}/u.test(text))
  )
}

const maxRowsTitleWords = 8

/** "Áo dài và đầm", "Small dogs, up to 8 kg" over at least two rows; it ends with them. */
function isRowsTitle({ text, cells }: Line, next: readonly Line[]): boolean {
  return (
    /^[\p{Lu}\d][^:;.!?…]*$/u.test(text) &&
    text.split(/\s+/u).length <= maxRowsTitleWords &&
    !cells &&
    !holdsValue(text) &&
    next.length === 2 &&
    next.every(row => isRow(row, isListed(next[0]!)))
  )
}

/** Either both are marked as items of a list or neither is. */
function isRow(line: Line, isItem: boolean): boolean {
  return isListed(line) === isItem && !line.cells && holdsValue(line.text) && readEntry(line, nowhere).length > 0
}

const nowhere = { passage: 0, path: [], group: 0 }

function isListed({ text }: Line): boolean {
  return /^[-–—*•●▪◦‣+✓]\s/u.test(text)
}

function holdsValue(text: string): boolean {
  return /\d ?(?:k|đ|%|tr|triệu|vnđ|vnd)(?!\p{L})|\d{3}/iu.test(text)
}
