import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { Entry } from '#server/answering/compiling/entries.ts'
import type { Passage } from '../knowledge/knowledge.ts'
import { EditIndex, headOf, placeKey, subjectsOf } from './fact-subjects.ts'

/** head null: the whole line is suppressed; else the column's new value. */
export type StoredEdit = { source_id: string; subject: string; head: string | null; value: string | null }

type Cut = { start: number; end: number; text: string }
type Line = { entry: Entry; subject: string; edits: StoredEdit[] }
type Corrected = { cuts: Cut[]; lines: Line[] }

/** Applies owners' corrections for everything that reads passages; ones whose line is gone or renamed are ignored. */
export function withEdits(passages: Passage[], edits: readonly StoredEdit[]): Passage[] {
  if (edits.length === 0) return passages
  const bySource = Map.groupBy(edits, edit => edit.source_id)
  const corrected = new Map<Passage, Passage>()
  for (const [sourceId, own] of bySource) {
    const there = passages.filter(({ source_id, pair }) => source_id === sourceId && !pair)
    there.sort((one, other) => one.start - other.start)
    for (const [at, changes] of changesOf(there, own)) corrected.set(there[at]!, changed(there[at]!, changes))
  }
  return passages.map(passage => corrected.get(passage) ?? passage)
}

/** By passage, of all that have lines. */
function changesOf(passages: readonly Passage[], edits: readonly StoredEdit[]): Map<number, Corrected> {
  const { entries } = compileFacts(
    passages.map(({ source_id, title, heading, text }) => ({ document: source_id, title, heading, text })),
  )
  const index = new EditIndex(edits)
  const changes = new Map<number, Corrected>()
  const at = (passage: number): Corrected => {
    const known = changes.get(passage) ?? { cuts: [], lines: [] }
    changes.set(passage, known)
    return known
  }
  for (const [entry, subject] of subjectsOf(entries)) {
    const { passage, start, end } = entry.place
    const own = index.of(entry)
    at(passage).lines.push({ entry, subject, edits: own })
    if (own.some(edit => edit.head === null)) {
      at(passage).cuts.push({ start, end, text: '' })
      continue
    }
    for (const cell of entry.cells) {
      const value = own.find(edit => edit.head === headOf(cell))?.value
      if (value != null) at(cell.place.passage).cuts.push({ start: cell.place.start, end: cell.place.end, text: value })
    }
  }
  return changes
}

function changed(passage: Passage, { cuts, lines }: Corrected): Passage {
  let text = passage.text
  let from = Infinity
  const made: Cut[] = []
  for (const cut of cuts.toSorted((one, other) => other.start - one.start)) {
    if (cut.end > from) continue
    from = cut.start
    const end = cut.text === '' && text[cut.end] === '\n' ? cut.end + 1 : cut.end
    text = text.slice(0, cut.start) + cut.text + text.slice(end)
    made.push({ ...cut, end })
  }
  const moved = (start: number): number =>
    made.reduce((sum, cut) => (cut.end <= start ? sum + cut.text.length - (cut.end - cut.start) : sum), start)
  const corrected = new Map(
    lines.map(({ entry, subject, edits }) => [placeKey(entry, moved(entry.place.start)), { subject, edits }]),
  )
  return { ...passage, text, end: passage.end + text.length - passage.text.length, lines: corrected }
}
