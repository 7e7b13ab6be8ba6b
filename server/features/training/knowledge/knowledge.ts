import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { Facts } from '#server/answering/compiling/entries.ts'
import type { FactIndex } from '#server/answering/finding/fact-index.ts'
import { prepareFacts } from '#server/answering/finding/prepare-facts.ts'
import { invalidOn } from '#server/answering/compiling/validity.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { readPassage, type ReadPassage } from '../search/read-passage.ts'
import { documentTitle } from '../sources/file-name.ts'
import { readLines } from '../passages/read-lines.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import { type IndexedText, SearchIndex } from '../search/search-index.ts'
import { splitUnits, type Unit } from '../passages/split-units.ts'

/** `start`, `end`: see split-passages.ts. */
export type Passage = {
  id: string
  source_id: string
  title: string
  heading: string
  text: string
  start: number
  end: number
  /** An owner's own answer to the heading's question: quoted whole. */
  pair?: boolean
  /** Other wordings, searched but never quoted. */
  questions?: string[]
  /** Of a document with corrections: what its lines are called there, and what was corrected (`fact-subjects.ts`). */
  lines?: ReadonlyMap<string, { subject: string; edits: readonly { subject: string; head: string | null }[] }>
}

export type Holding = {
  hidden: ReadonlySet<number>
  /** Of those, the ones a newer document replaces. */
  replaced: ReadonlySet<number>
  /** Ranges in the text of passages that otherwise hold, by position. */
  lines: ReadonlyMap<number, readonly { start: number; end: number }[]>
}

const maxRead = 250
/** With polite words around it still a reply of at most 600 characters. */
export const maxUnitLength = 500

export class Knowledge {
  readonly passages: readonly Passage[]
  readonly index: SearchIndex
  readonly #read = new Map<number, ReadPassage>()
  /** Folded questions to positions; null: two passages claim one. */
  #taught: Map<string, number | null> | undefined
  #positions: Map<string, number> | undefined
  #documents: Map<string, Passage[]> | undefined
  #compiled: Facts | undefined
  #facts: FactIndex | undefined
  #holding: { day: Day; holding: Holding } | undefined

  /** Duplicates count once; source order does not matter. */
  constructor(passages: Passage[]) {
    const sorted = [...passages].sort(
      (a, b) =>
        compareText(a.title, b.title) || a.start - b.start || compareText(a.text, b.text) || compareText(a.id, b.id),
    )
    const once = new Map<string, Passage>()
    for (const passage of sorted) {
      const key = oneLine(`${passage.heading}\n${passage.text}`.normalize('NFC'))
      const first = once.get(key)
      if (!first) once.set(key, passage)
      else if (passage.questions)
        once.set(key, { ...first, questions: [...(first.questions ?? []), ...passage.questions] })
    }
    this.passages = [...once.values()]
    this.index = new SearchIndex(this.passages.map(indexed))
  }

  positionsOf(ids: Iterable<string>): number[] {
    this.#positions ??= new Map(this.passages.map(({ id }, position) => [id, position]))
    return [...new Set(ids)].flatMap(id => this.#positions!.get(id) ?? []).sort((a, b) => a - b)
  }

  passagesOf(documents: Iterable<string>): Passage[] {
    this.#documents ??= Map.groupBy(this.passages, ({ source_id: document }) => document)
    return [...new Set(documents)].flatMap(document => this.#documents!.get(document) ?? [])
  }

  /** An owner's answer beats a customer's wording. */
  taughtPosition(question: string): number | undefined {
    this.#taught ??= taughtAnswers(this.passages)
    return this.#taught.get(foldedQuestion(question)) ?? undefined
  }

  /** Excludes replaced documents and promotions not valid that day. Caches the last day. */
  holdingOn(day: Day): Holding {
    if (this.#holding?.day !== day) this.#holding = { day, holding: readHolding(this.passages, day) }
    return this.#holding.holding
  }

  get compiled(): Facts {
    this.#compiled ??= compileFacts(
      this.passages.map(({ source_id: document, title, heading, text, pair }) => ({
        document,
        title,
        heading,
        text,
        pair,
      })),
    )
    return this.#compiled
  }

  get facts(): FactIndex {
    this.#facts ??= prepareFacts(this.compiled)
    return this.#facts
  }

  read(position: number): ReadPassage {
    const known = this.#read.get(position)
    if (known) return known
    const passage = this.passages[position]!
    const read = readPassage(indexed(passage), unitsOf(passage))
    if (this.#read.size >= maxRead) this.#read.clear()
    this.#read.set(position, read)
    return read
  }
}

/** Owners' answers always hold: only they know until when. */
function readHolding(passages: readonly Passage[], day: Day): Holding {
  const sections = passages.flatMap(({ id, source_id: document, title, heading, text, pair }) =>
    pair ? [] : [{ id, document, title, heading, text }],
  )
  const invalid = invalidOn(sections, day)
  const hidden = new Set<number>()
  const replaced = new Set<number>()
  const lines = new Map<number, { start: number; end: number }[]>()
  for (const [position, { id, text }] of passages.entries()) {
    const why = invalid.sections.get(id)
    if (why) hidden.add(position)
    if (why === 'replaced') replaced.add(position)
    const over = invalid.lines.get(id)
    if (over) lines.set(position, rangesOf(text, over))
  }
  return { hidden, replaced, lines }
}

function rangesOf(text: string, lines: ReadonlySet<string>): { start: number; end: number }[] {
  return readLines(text).flatMap(({ start, end, text: line }) => (lines.has(line) ? [{ start, end }] : []))
}

function taughtAnswers(passages: readonly Passage[]): Map<string, number | null> {
  const positions = new Map<string, number | null>()
  for (const [position, { questions = [] }] of passages.entries())
    for (const question of questions) {
      const folded = foldedQuestion(question)
      positions.set(folded, positions.has(folded) && positions.get(folded) !== position ? null : position)
    }
  for (const [position, { pair, heading }] of passages.entries())
    if (pair) positions.set(foldedQuestion(heading), position)
  return positions
}

/** The extension says nothing about the text; a pair's title repeats its heading. */
function indexed({ title, heading, text, pair, questions = [] }: Passage): IndexedText {
  const named = pair ? '' : documentTitle(title).replace(/[_-]+/g, ' ')
  return { title: named, heading: [heading, ...questions].join('\n'), text }
}

function unitsOf({ text, pair }: Passage): Unit[] {
  return pair && text.length <= maxUnitLength ? [{ start: 0, end: text.length, text, row: false }] : splitUnits(text)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
