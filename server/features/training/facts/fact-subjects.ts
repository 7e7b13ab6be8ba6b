import type { Entry } from '#server/answering/compiling/entries.ts'
import { distinguishingCells } from '#server/answering/compiling/distinguish-rows.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import type { Knowledge, Passage } from '../knowledge/knowledge.ts'

const maxKeyLength = 80
/** In no name and no value: their white space is folded. */
const separator = '\n'

/** What corrections call the lines of one document: by name, and those of one name also by what distinguishes them. */
export function subjectsOf(entries: readonly Entry[]): Map<Entry, string> {
  const rows = [...Map.groupBy(entries, nameOf).values()].filter(own => own.length > 1)
  const keys = new Map(rows.flatMap(own => [...keysOfRows(own)]))
  return new Map(
    entries.map(entry => {
      return [entry, [nameOf(entry), ...(keys.get(entry) ?? [])].join(separator)]
    }),
  )
}

/** The cells that differ, and the headings further above where those do. */
function keysOfRows(rows: readonly Entry[]): Map<Entry, string[]> {
  const cells = distinguishingCells(rows)
  const isAbove = new Set(rows.map(aboveOf)).size > 1
  return new Map(
    rows.map(row => {
      const own = cells.get(row)!.map(cell => keyOf(cell?.value ?? ''))
      return [row, isAbove ? [aboveOf(row), ...own] : own]
    }),
  )
}

/** Between the title and the last heading, which the name has. */
function aboveOf({ path }: Pick<Entry, 'path'>): string {
  return keyOf(path.slice(1, -1).join(' › '))
}

const known = new WeakMap<Knowledge, Map<Entry, string>>()

/** As subjectsOf; lines whose telling cells were corrected are called what their document calls them. */
export function knownSubjects(knowledge: Knowledge): Map<Entry, string> {
  const cached = known.get(knowledge)
  if (cached) return cached
  const passageOf = ({ place }: Entry): Passage => knowledge.passages[place.passage]!
  const byDocument = Map.groupBy(knowledge.compiled.entries, entry => passageOf(entry).source_id)
  const subjects = new Map([...byDocument.values()].flatMap(own => [...subjectsOf(own)]))
  for (const entry of knowledge.compiled.entries) {
    const stored = passageOf(entry).subjects?.get(placeKey(entry, entry.place.start))
    if (stored !== undefined) subjects.set(entry, stored)
  }
  known.set(knowledge, subjects)
  return subjects
}

/** Of `edits`, those of this line, the most exact first: one stored by name alone is of every row of that name. */
export function editsOfLine<T extends { subject: string }>(
  edits: readonly T[],
  entry: Pick<Entry, 'cells' | 'path'>,
  subject: string,
): T[] {
  const values = new Set([...keysIn(subject), aboveOf(entry), ...entry.cells.map(({ value }) => keyOf(value))])
  return edits
    .filter(edit => nameIn(edit.subject) === nameIn(subject) && keysIn(edit.subject).every(key => values.has(key)))
    .toSorted((one, other) => keysIn(other.subject).length - keysIn(one.subject).length)
}

export function nameIn(subject: string): string {
  return subject.split(separator, 1)[0]!
}

/** Of a line in its passage's text. */
export function placeKey(entry: Pick<Entry, 'name' | 'path'>, start: number): string {
  return `${start} ${nameOf(entry)}`
}

export function headOf({ head }: { head: string }): string {
  return plain(head)
}

/** "nam: goi dau": with the heading, if there is one below the title. */
export function nameOf({ name, path }: Pick<Entry, 'name' | 'path'>): string {
  return plain(`${path.length > 1 ? path.at(-1) : ''}: ${name}`)
}

function keysIn(subject: string): string[] {
  return subject.split(separator).slice(1)
}

function keyOf(value: string): string {
  return plain(value).slice(0, maxKeyLength)
}

function plain(text: string): string {
  return oneLine(fold(text))
}
