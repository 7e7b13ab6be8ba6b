import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { Facts } from '#server/answering/compiling/entries.ts'
import type { FactIndex } from '#server/answering/finding/fact-index.ts'
import { prepareFacts } from '#server/answering/finding/prepare-facts.ts'
import { invalidOn } from '#server/answering/compiling/validity.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { readPassage, type ReadPassage } from '../search/read-passage.ts'
import { documentTitle } from '../sources/file-name.ts'
import { readLines } from '../passages/read-lines.ts'
import { foldedQuestion } from '../pairs/folded-question.ts'
import { type IndexedText, SearchIndex } from '../search/search-index.ts'
import { splitUnits, type Unit } from '../passages/split-units.ts'

/** A live passage with what a citation needs. `start` and `end`: see split-passages.ts. */
export type Passage = {
  id: string
  source_id: string
  title: string
  heading: string
  text: string
  start: number
  end: number
  /** an owner's own answer to the question in the heading: quoted whole */
  pair?: boolean
  /** other wordings by which it is found; never quoted */
  questions?: string[]
}

/** What of the knowledge does not hold on a day. */
export type Holding = {
  /** positions of passages */
  hidden: ReadonlySet<number>
  /** those of them in whose place a newer document stands */
  replaced: ReadonlySet<number>
  /** ranges within the text of passages that otherwise hold, by position */
  lines: ReadonlyMap<number, readonly { start: number; end: number }[]>
}

const maxRead = 250
/** Of an own answer: with the polite words around it still a reply of at most 600 characters. */
export const maxUnitLength = 500

/** What a workspace's bot knows: its passages and the index over them. */
export class Knowledge {
  readonly passages: readonly Passage[]
  readonly index: SearchIndex
  readonly #read = new Map<number, ReadPassage>()
  /** Folded questions that a person has answered, with the passage's position; null: two passages claim it. */
  #told: Map<string, number | null> | undefined
  #positions: Map<string, number> | undefined
  #documents: Map<string, Passage[]> | undefined
  #compiled: Facts | undefined
  #facts: FactIndex | undefined
  #holding: { day: Day; holding: Holding } | undefined

  /** The same text twice counts once; the order in which sources came does not matter. */
  constructor(passages: Passage[]) {
    const sorted = [...passages].sort(
      (a, b) =>
        compareText(a.title, b.title) || a.start - b.start || compareText(a.text, b.text) || compareText(a.id, b.id),
    )
    const once = new Map<string, Passage>()
    for (const passage of sorted) {
      const key = `${passage.heading}\n${passage.text}`.normalize('NFC').replace(/\s+/g, ' ').trim()
      const first = once.get(key)
      if (!first) once.set(key, passage)
      else if (passage.questions)
        once.set(key, { ...first, questions: [...(first.questions ?? []), ...passage.questions] })
    }
    this.passages = [...once.values()]
    this.index = new SearchIndex(this.passages.map(indexed))
  }

  /** Where the passages of these ids stand. */
  positionsOf(ids: Iterable<string>): number[] {
    this.#positions ??= new Map(this.passages.map(({ id }, position) => [id, position]))
    return [...new Set(ids)].flatMap(id => this.#positions!.get(id) ?? []).sort((a, b) => a - b)
  }

  /** All passages of some documents. */
  passagesOf(documents: Iterable<string>): Passage[] {
    this.#documents ??= Map.groupBy(this.passages, ({ source_id: document }) => document)
    return [...new Set(documents)].flatMap(document => this.#documents!.get(document) ?? [])
  }

  /** The passage that a person named as the answer to exactly this question: an own answer before a customer's wording. */
  toldAnswer(question: string): number | undefined {
    this.#told ??= taughtAnswers(this.passages)
    return this.#told.get(foldedQuestion(question)) ?? undefined
  }

  /** What does not hold on a day: replaced documents, promotions that are over or have not begun. The last day asked for is remembered. */
  holdingOn(day: Day): Holding {
    if (this.#holding?.day !== day) this.#holding = { day, holding: readHolding(this.passages, day) }
    return this.#holding.holding
  }

  /** What the passages say of the shop's things, by their positions. Compiled when it is first asked for. */
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

  /** The same, ready to be compared with questions. */
  get facts(): FactIndex {
    this.#facts ??= prepareFacts(this.compiled)
    return this.#facts
  }

  /** A passage cut into units; the last few hundred are remembered. */
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

/** What owners answer themselves always holds: nobody but they know until when. */
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
  const told = new Map<string, number | null>()
  for (const [position, { questions = [] }] of passages.entries())
    for (const question of questions) {
      const folded = foldedQuestion(question)
      told.set(folded, told.has(folded) && told.get(folded) !== position ? null : position)
    }
  for (const [position, { pair, heading }] of passages.entries()) if (pair) told.set(foldedQuestion(heading), position)
  return told
}

/** A file's ending tells nothing about its text. A pair's title is its question, which stands in the heading already. */
function indexed({ title, heading, text, pair, questions = [] }: Passage): IndexedText {
  const named = pair ? '' : documentTitle(title).replace(/[_-]+/g, ' ')
  return { title: named, heading: [heading, ...questions].join('\n'), text }
}

/** An owner's own answer that fits a reply is not cut into sentences. */
function unitsOf({ text, pair }: Passage): Unit[] {
  return pair && text.length <= maxUnitLength ? [{ start: 0, end: text.length, text, row: false }] : splitUnits(text)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
