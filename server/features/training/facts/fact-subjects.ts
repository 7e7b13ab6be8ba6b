import type { Entry } from '#server/answering/compiling/entries.ts'
import { distinguishingHeads } from '#server/answering/compiling/distinguish-rows.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import type { Knowledge, Passage } from '../knowledge/knowledge.ts'

/** Longer cells distinguish nothing. */
const maxValueLength = 80
/** In no name and no value: their white space is one blank. */
const betweenParts = '\n'
const afterHead = '\t'
/** Instead of a column's head. */
const headings = '›'
const codes = '#'

/** What corrections call the lines of one document: by name, and those of one name also by the columns that distinguish them. */
export function subjectsOf(entries: readonly Entry[]): Map<Entry, string> {
  const headsFor = new Map<Entry, readonly string[]>()
  for (const rows of Map.groupBy(entries, nameOf).values()) {
    const own = rows.length > 1 ? headsOf(rows) : []
    for (const row of rows) headsFor.set(row, own)
  }
  return new Map(entries.map(entry => [entry, subjectBy(entry, headsFor.get(entry)!)]))
}

function headsOf(rows: readonly Entry[]): string[] {
  const chosen: string[] = []
  let parts = rows.map(() => '')
  let count = 1
  const columns = distinguishingHeads(rows, maxValueLength).map(head => headOf({ head }))
  for (const head of [headings, codes, ...columns]) {
    if (count === rows.length) break
    const more = rows.map((row, at) => parts[at]! + betweenParts + valueUnder(row, head))
    const counted = new Set(more).size
    if (counted === count) continue
    chosen.push(head)
    parts = more
    count = counted
  }
  return chosen
}

function subjectBy(entry: Entry, heads: readonly string[]): string {
  return [nameOf(entry), ...heads.map(head => head + afterHead + valueUnder(entry, head))].join(betweenParts)
}

function valueUnder({ aliases, cells, path }: Entry, head: string): string {
  // The title is the document's, the last heading the name's.
  if (head === headings) return shortValue(path.slice(1, -1).join(' › '))
  if (head === codes) return shortValue(aliases.join(' '))
  return shortValue(cells.find(cell => headOf(cell) === head)?.value ?? '')
}

function shortValue(value: string): string {
  return oneLine(value.normalize('NFC')).slice(0, maxValueLength)
}

export function nameIn(subject: string): string {
  return subject.split(betweenParts, 1)[0]!
}

const names = new WeakMap<Entry, string>()

/** "nam: goi dau": with the heading, if there is one below the title. */
export function nameOf(entry: Entry): string {
  const { name, path } = entry
  const made = names.get(entry) ?? plain(`${path.length > 1 ? path.at(-1) : ''}: ${name}`)
  names.set(entry, made)
  return made
}

const heads = new Map<string, string>()
const maxHeads = 1_000

export function headOf({ head }: { head: string }): string {
  const made = heads.get(head) ?? plain(head)
  if (heads.size >= maxHeads) heads.clear()
  heads.set(head, made)
  return made
}

function plain(text: string): string {
  return oneLine(fold(text))
}

type NamedEdits<T> = { heads: string[][]; bySubject: Map<string, T[]> }

/** Finds the edits of a line as its document has it, however its rows were distinguished when they were stored. */
export class EditIndex<T extends { subject: string }> {
  readonly #byName = new Map<string, NamedEdits<T>>()

  constructor(edits: readonly T[]) {
    for (const [name, own] of Map.groupBy(edits, edit => nameIn(edit.subject))) {
      const bySubject = Map.groupBy(own, edit => edit.subject)
      const heads = new Map([...bySubject.keys()].map(headsIn).map(one => [one.join(afterHead), one]))
      this.#byName.set(name, { heads: [...heads.values()].sort((a, b) => b.length - a.length), bySubject })
    }
  }

  /** The most exact first: one stored by the name alone is of every row of that name. */
  of(entry: Entry): T[] {
    const own = this.#byName.get(nameOf(entry))
    return own?.heads.flatMap(heads => own.bySubject.get(subjectBy(entry, heads)) ?? []) ?? []
  }
}

function headsIn(subject: string): string[] {
  return subject
    .split(betweenParts)
    .slice(1)
    .map(part => part.slice(0, part.indexOf(afterHead)))
}

/** Of a line in its passage's text. */
export function placeKey(entry: Entry, start: number): string {
  return `${start} ${nameOf(entry)}`
}

const known = new WeakMap<Knowledge, Map<Entry, string>>()

/** As subjectsOf; corrected lines are called what their document calls them. */
export function knownSubjects(knowledge: Knowledge): Map<Entry, string> {
  const cached = known.get(knowledge)
  if (cached) return cached
  const { entries } = knowledge.compiled
  const byDocument = Map.groupBy(entries, ({ place }) => knowledge.passages[place.passage]!.source_id)
  const subjects = new Map([...byDocument.values()].flatMap(own => [...subjectsOf(own)]))
  for (const entry of entries) {
    const line = correctedLine(knowledge, entry)
    if (line) subjects.set(entry, line.subject)
  }
  known.set(knowledge, subjects)
  return subjects
}

/** Undefined where the document has no corrections, or the entry is not of this knowledge. */
export function correctedLine(knowledge: Knowledge, entry: Entry): CorrectedLine | undefined {
  const { passage, start } = entry.place
  return knowledge.passages[passage]?.lines?.get(placeKey(entry, start))
}

type CorrectedLine = NonNullable<Passage['lines']> extends ReadonlyMap<string, infer Line> ? Line : never
