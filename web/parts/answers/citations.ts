import type { PlacedCitation } from '#shared/contracts/bot/bot.results.ts'
import type { Json } from '#shared/rows.ts'
import type { Passage } from '#web/data/wire-rows.ts'
import { blocksOf } from '../passages/passage-blocks.ts'

export function readCitations(stored: Json): PlacedCitation[] {
  return Array.isArray(stored) ? stored.flatMap(readCitation) : []
}

/** What an older version left out is empty: a quote can be shown without it. */
function readCitation(stored: Json): PlacedCitation[] {
  if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return []
  const { quote, page } = stored
  if (typeof quote !== 'string') return []
  const [source_id, passage_id, title] = [text(stored['source_id']), text(stored['passage_id']), text(stored['title'])]
  const [start, end] = [number(stored['start']), number(stored['end'])]
  return [{ source_id, passage_id, title, quote, start, end, ...(typeof page === 'number' && { page }) }]
}

function text(stored: Json | undefined): string {
  return typeof stored === 'string' ? stored : ''
}

function number(stored: Json | undefined): number {
  return typeof stored === 'number' ? stored : 0
}

export type Excerpt = { key: string; parts: { text: string; cited: boolean }[] }

type Range = { from: number; to: number }

const around = 150

/** One excerpt per line. If the passage is gone (its document was removed), only the cited words. */
export function excerptsOf(citations: readonly PlacedCitation[], passages: readonly Passage[]): Excerpt[] {
  return [...new Set(citations.map(citation => citation.passage_id))].flatMap(id => {
    const cited = citations.filter(citation => citation.passage_id === id)
    const passage = passages.find(row => row.id === id)
    const lines: Range[][] = []
    const alone: Excerpt[] = []
    for (const citation of cited) {
      const range = passage && rangeIn(passage, citation)
      if (!range) alone.push({ key: `${id} ${citation.start}`, parts: [{ text: citation.quote, cited: true }] })
      else addToLine(lines, range, passage.text)
    }
    return [...lines.map(ranges => excerpt(`${id} ${ranges[0]?.from}`, passage?.text ?? '', ranges)), ...alone]
  })
}

/** A passage's text ends with its document range, after repeated column names. */
function rangeIn({ text, start, end }: Passage, citation: PlacedCitation): Range | undefined {
  const shift = text.length - (end - start) - start
  const range = { from: citation.start + shift, to: citation.end + shift }
  if (text.slice(range.from, range.to) === citation.quote) return range
  const from = text.indexOf(citation.quote)
  return from === -1 ? undefined : { from, to: from + citation.quote.length }
}

type CitedTable = { id: string; text: string; cited: Range[] }

export function partByTables(
  citations: readonly PlacedCitation[],
  passages: readonly Passage[],
): { tables: CitedTable[]; inWords: PlacedCitation[] } {
  const tables = new Map<string, CitedTable>()
  const inWords = citations.filter(citation => {
    const passage = passages.find(row => row.id === citation.passage_id)
    const range = passage && rangeIn(passage, citation)
    const row =
      range &&
      passage &&
      blocksOf(passage.text).some(
        block => block.kind === 'table' && block.rows.some(one => one.from < range.to && one.to > range.from),
      )
    if (!row) return true
    const known = tables.get(passage.id) ?? { id: passage.id, text: passage.text, cited: [] }
    known.cited.push(range)
    tables.set(passage.id, known)
    return false
  })
  return { tables: [...tables.values()], inWords }
}

function addToLine(lines: Range[][], range: Range, text: string): void {
  const known = lines.find(ranges => {
    const last = ranges.at(-1)
    return last && last.to <= range.from && !text.slice(last.to, range.from).includes('\n')
  })
  if (known) known.push(range)
  else lines.push([range])
}

function excerpt(key: string, text: string, ranges: Range[]): Excerpt {
  const parts: Excerpt['parts'] = []
  let at = 0
  ranges.forEach(({ from, to }, index) => {
    const before = text.slice(at, from)
    parts.push(
      { text: index === 0 ? cutLeft(before) : before, cited: false },
      { text: text.slice(from, to), cited: true },
    )
    at = to
  })
  parts.push({ text: cutRight(text.slice(at)), cited: false })
  return { key, parts: parts.filter(part => part.text !== '') }
}

function cutLeft(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1).trimStart()
  if (line.length <= around) return line
  const tail = line.slice(-around)
  return `…${tail.slice(tail.search(/\s/) + 1)}`
}

function cutRight(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').trimEnd()
  if (line.length <= around) return line
  const head = line.slice(0, around)
  return `${head.slice(0, head.search(/\s\S*$/))}…`
}
