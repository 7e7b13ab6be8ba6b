import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { Entry } from '#server/answering/compiling/entries.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import type { Passage } from '../knowledge/knowledge.ts'

/** head null: the whole line is suppressed; else the column's new value. */
export type StoredEdit = { source_id: string; subject: string; head: string | null; value: string | null }

type Cut = { start: number; end: number; text: string }

/** Applies owners' corrections for everything that reads passages; ones whose line is gone or renamed are ignored. */
export function withEdits(passages: Passage[], edits: readonly StoredEdit[]): Passage[] {
  if (edits.length === 0) return passages
  const bySource = Map.groupBy(edits, edit => edit.source_id)
  const corrected = new Map<Passage, Passage>()
  for (const [sourceId, own] of bySource) {
    const there = passages.filter(({ source_id, pair }) => source_id === sourceId && !pair)
    there.sort((one, other) => one.start - other.start)
    const cuts = cutsOf(there, own)
    for (const [at, passage] of there.entries()) {
      const mine = cuts.get(at)
      if (mine) corrected.set(passage, cutOut(passage, mine))
    }
  }
  return passages.map(passage => corrected.get(passage) ?? passage)
}

export function subjectOf({ name, path }: Pick<Entry, 'name' | 'path'>): string {
  return plain(`${path.length > 1 ? path.at(-1) : ''}: ${name}`)
}

export function headOf({ head }: { head: string }): string {
  return plain(head)
}

function plain(text: string): string {
  return oneLine(fold(text))
}

function cutsOf(passages: readonly Passage[], edits: readonly StoredEdit[]): Map<number, Cut[]> {
  const { entries } = compileFacts(
    passages.map(({ source_id, title, heading, text }) => ({ document: source_id, title, heading, text })),
  )
  const cuts = new Map<number, Cut[]>()
  const add = (passage: number, cut: Cut) => cuts.set(passage, [...(cuts.get(passage) ?? []), cut])
  const bySubject = Map.groupBy(edits, edit => edit.subject)
  for (const entry of entries) {
    const own = bySubject.get(subjectOf(entry))
    if (!own) continue
    const { passage, start, end } = entry.place
    if (own.some(edit => edit.head === null)) {
      add(passage, { start, end, text: '' })
      continue
    }
    for (const cell of entry.cells) {
      const value = own.find(edit => edit.head === headOf(cell))?.value
      if (value != null) add(cell.place.passage, { start: cell.place.start, end: cell.place.end, text: value })
    }
  }
  return cuts
}

function cutOut(passage: Passage, cuts: Cut[]): Passage {
  let text = passage.text
  let from = Infinity
  for (const cut of cuts.toSorted((one, other) => other.start - one.start)) {
    if (cut.end > from) continue
    from = cut.start
    const end = cut.text === '' && text[cut.end] === '\n' ? cut.end + 1 : cut.end
    text = text.slice(0, cut.start) + cut.text + text.slice(end)
  }
  return { ...passage, text, end: passage.end + text.length - passage.text.length }
}
