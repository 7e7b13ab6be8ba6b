import type { Fact, FactPlace, Facts } from '#shared/contracts/training/facts.results.ts'
import type { Passage } from '#web/data/wire-rows.ts'
import { blocksOf } from '#web/parts/passages/passage-blocks.ts'

export type LineState = 'off' | 'differs' | 'doubtful' | 'unread' | 'stale' | 'used' | 'quoted' | 'none'

/** `from` and `to`: offsets in the passage's text as stored. */
export type DocumentLine = {
  key: string
  passage: Passage
  text: string
  from: number
  to: number
  /** Of a table row. */
  cells?: string[]
  facts: Fact[]
  unread: Facts['unread'][number] | undefined
  off: Facts['off'][number] | undefined
  state: LineState
}

export type LineBlock =
  | { kind: 'words'; key: string; lines: DocumentLine[] }
  | { kind: 'table'; key: string; head: string[]; lines: DocumentLine[] }

/** Nothing is known of a line as short as a heading. */
const minSentence = 25

/** A passage as written, each line with the bot's reading of it. */
export function linesOf(passage: Passage, known: Facts | undefined): LineBlock[] {
  const here = <One extends { place: FactPlace | null }>(all: readonly One[] = []) =>
    all.filter(({ place }) => place?.passage_id === passage.id)
  const facts = here(known?.facts)
  const unread = here(known?.unread)
  const off = here(known?.off)
  const line = (text: string, from: number, cells?: string[]): DocumentLine => {
    const to = from + text.length
    const on = ({ place }: { place: FactPlace | null }) => place !== null && place.start < to && place.end > from
    const found = { facts: facts.filter(on), unread: unread.find(on), off: off.find(on) }
    const state = stateOf(text, found)
    return { key: keyOf(passage, from), passage, text, from, to, ...(cells && { cells }), ...found, state }
  }
  return blocksOf(passage.text).map(block => {
    const key = `${passage.id} ${block.from}`
    if (block.kind === 'table')
      return {
        kind: 'table',
        key,
        head: block.head,
        lines: block.rows.map(row => line(passage.text.slice(row.from, row.to), row.from, row.cells)),
      }
    let from = block.from
    const lines = block.text.split('\n').map(text => {
      const made = line(text, from)
      from += text.length + 1
      return made
    })
    return { kind: 'words', key, lines: lines.filter(({ text }) => text.trim() !== '') }
  })
}

function stateOf(text: string, { facts, unread, off }: Pick<DocumentLine, 'facts' | 'unread' | 'off'>): LineState {
  if (off) return 'off'
  if (facts.some(({ differs }) => differs)) return 'differs'
  if (facts.some(({ doubt }) => doubt)) return 'doubtful'
  if (unread) return unread.confirmed_at ? 'quoted' : 'unread'
  if (facts.length > 0) return facts.every(({ state }) => state !== 'valid') ? 'stale' : 'used'
  return text.length >= minSentence || /\p{Ll}[.!?…]$/u.test(text.trim()) ? 'quoted' : 'none'
}

/** In the address: the passage, and where the line begins in the document's text, as citations have it. */
export function keyOf(passage: Passage, from: number): string {
  return `${passage.id}.${from - prefixOf(passage) + passage.start}`
}

/** A passage's text ends with its document range, after repeated column names. */
function prefixOf({ text, start, end }: Passage): number {
  return text.length - (end - start)
}

/** The line a URL refers to; corrections before it have shifted the offsets of the bot's quotes. */
export function lineAt(lines: readonly DocumentLine[], row: string): DocumentLine | undefined {
  const exact = lines.find(({ key }) => key === row)
  if (exact) return exact
  const [id, offset] = row.split('.')
  const own = lines.filter(({ passage }) => passage.id === id)
  const [first] = own
  if (!first) return undefined
  let at = Number(offset) - first.passage.start + prefixOf(first.passage)
  for (const line of own) {
    if (line.from > at) break
    if (line.off) at += line.text.length + 1
    else if (line.to < at) at -= growth(line)
  }
  return own.find(({ from, to }) => from <= at && at <= to)
}

function growth({ facts }: DocumentLine): number {
  return facts
    .flatMap(({ values }) => values)
    .reduce((sum, { value, edit }) => sum + (edit ? value.length - edit.was.length : 0), 0)
}

/** Places of lines that a member should look at, in the order of the document. */
export function placesToCheck({ facts, unread }: Facts): FactPlace[] {
  const places = [
    ...facts.filter(({ doubt, differs }) => doubt ?? differs).map(({ place }) => place),
    ...unread.filter(({ confirmed_at }) => confirmed_at === null).map(({ place }) => place),
  ]
  const once = new Map(places.flatMap(place => (place ? [[`${place.position} ${place.start}`, place] as const] : [])))
  return [...once.values()].sort((one, other) => one.position - other.position || one.start - other.start)
}

/** The first after this line, else the first. A place begins after its line's indent, and a line may have several. */
export function nextToCheck(places: readonly FactPlace[], line: DocumentLine | undefined): FactPlace | undefined {
  const isAfter = ({ passage, to }: DocumentLine, { position, start }: FactPlace) =>
    position > passage.position || (position === passage.position && start >= to)
  return places.find(place => line && isAfter(line, place)) ?? places[0]
}
