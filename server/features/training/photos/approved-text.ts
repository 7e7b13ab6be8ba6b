import { fold } from '#shared/rules/text/fold.ts'
import type { LineState } from '#shared/contracts/training/photos.contract.ts'
import { tableText } from '../extract/table-text.ts'
import type { RecognisedLine } from '../extract/extractor.ts'

export type StoredLine = Pick<RecognisedLine, 'kind' | 'table' | 'cells'> & {
  needs_review: boolean
  state: LineState
  said: string[] | null
}

/** Less certain lines need a look, whatever they say. */
const SURE_CONFIDENCE = 80
/** Or letters commonly misread for digits. */
const NUMBER = /[\p{N}%₫$€]|(?<!\p{L})[OoQDIlSBZ.,]{2,}\s?(đ|d|k|vnd)?(?!\p{L})/u
const NUMBER_WORD =
  /(?<!\p{L})(mot|hai|ba|bon|nam|sau|bay|tam|chin|muoi|tram|nghin|ngan|trieu|ruoi|dong|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million)(?!\p{L})/u

/** May hold a price or number, or is uncertain. */
export function needsReview({ cells, confidence }: Pick<RecognisedLine, 'cells' | 'confidence'>): boolean {
  const text = cells.join(' ')
  return confidence < SURE_CONFIDENCE || NUMBER.test(text) || NUMBER_WORD.test(fold(text))
}

/** The only place where OCR lines become text: leaves out unchecked ones, and those misleading without them. */
export function approvedText(title: string, lines: readonly StoredLine[]): string {
  const blocks: string[] = []
  let silent = false
  for (const part of partsOf(lines)) {
    const [first] = part
    if (!first) continue
    if (first.kind === 'heading') {
      silent = isSilent(first)
      // Without its heading, text belongs to the document, not the previous heading.
      if (!silent) blocks.push(`## ${first.state === 'dropped' ? title : wordsOf(first).join(' ')}`)
    } else if (!silent) blocks.push(first.table === null ? plain(first) : table(part))
  }
  return blocks.filter(block => block !== '').join('\n\n')
}

function isSilent(line: StoredLine): boolean {
  return line.state === 'open' && line.needs_review
}

function partsOf(lines: readonly StoredLine[]): StoredLine[][] {
  const parts: StoredLine[][] = []
  for (const line of lines) {
    const part = parts.at(-1)
    if (part && line.table !== null && part[0]?.table === line.table) part.push(line)
    else parts.push([line])
  }
  return parts
}

function table(part: StoredLine[]): string {
  const head = part.filter(line => line.kind === 'head')
  if (head.some(isSilent)) return ''
  const names = head.filter(line => line.state !== 'dropped')
  const rows = part.filter(line => line.kind !== 'head' && line.state !== 'dropped' && !isSilent(line))
  return rows.length === 0 ? '' : tableText({ rows: [...names, ...rows].map(wordsOf), header: names.length })
}

function plain(line: StoredLine): string {
  if (line.state === 'dropped' || isSilent(line)) return ''
  return wordsOf(line)
    .filter(cell => cell !== '')
    .join('\t')
}

/** Strips markup: a line cannot make itself a heading or table row. */
function wordsOf(line: StoredLine): string[] {
  return (line.said ?? line.cells).map(cell =>
    cell
      .replace(/[|\s]+/g, ' ')
      .replace(/^[#>*\s-]+/, '')
      .trim(),
  )
}
