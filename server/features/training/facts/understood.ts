import type { WithDates } from '#platform/sql/with-dates.ts'
import { sql } from 'kysely'
import type { Cell, Entry, Place } from '#server/answering/compiling/entries.ts'
import { rowInWords } from '#server/answering/composing/row-in-words.ts'
import { shown } from '#server/answering/composing/say-fact.ts'
import { type Difference, findDifferences, findDoubts } from '#server/answering/examining/find-doubts.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import type { Doubt, FactState } from '#shared/contracts/training/facts.contract.ts'
import type { Fact, FactEdit, FactPlace, Facts } from '#shared/contracts/training/facts.results.ts'
import type { Platform } from '#platform/platform.ts'
import type { Holding, Knowledge } from '../knowledge/knowledge.ts'
import { type Loaded, loadKnowledge } from '../knowledge/load-knowledge.ts'
import { textHash } from '../passages/passage-hash.ts'
import { correctedLine, EditIndex, headOf, knownSubjects, nameIn } from './fact-subjects.ts'

type StoredRow = WithDates<FactEdit, 'at'> & { source_id: string; subject: string; head: string | null }
type Confirmed = { source_id: string; subject: string; line_hash: string; confirmed_at: Date }
/** What members said about the reading. */
type Owners = { edits: StoredRow[]; confirmed: Map<string, Date> }

/** `single`: cells that a correction can change alone. */
type Examined = { doubts: Map<Entry, Doubt>; differences: Map<Entry, Difference>; single: ReadonlySet<Cell> }

/** Lines; those after are shown unexamined. */
const maxExamined = 50_000
/** Kept as long as what holds that day, so that further pages cost nothing. */
const examined = new WeakMap<Holding, Examined>()

/** A line as its document has it. */
export type DocumentLine = { source_id: string; text: string; place: FactPlace | null }

export async function readUnderstood(
  platform: Platform,
  workspaceId: string,
  sourceId: string | undefined,
): Promise<Understood> {
  const loaded = await loadKnowledge(platform, workspaceId)
  const owners = await readOwners(platform, workspaceId, sourceId)
  return new Understood(loaded, loaded.knowledge.holdingOn(dayOf(platform.clock.now())), owners)
}

async function readOwners(platform: Platform, workspaceId: string, sourceId: string | undefined): Promise<Owners> {
  const one = sourceId === undefined ? sql`` : sql`and source_id = ${sourceId}`
  return platform.db.asService(workspaceId, async tx => {
    const { rows: edits } = await sql<StoredRow>`select id, source_id, subject, head, was, value, created_at as at
      from private.fact_edits where workspace_id = ${workspaceId} ${one} order by created_at, id`.execute(tx)
    const { rows } = await sql<Confirmed>`select source_id, subject, line_hash, confirmed_at
      from private.confirmed_lines where workspace_id = ${workspaceId} ${one}`.execute(tx)
    return { edits, confirmed: new Map(rows.map(row => [confirmedKey(row), row.confirmed_at])) }
  })
}

function examine(knowledge: Knowledge, holding: Holding): Examined {
  const known = examined.get(holding)
  if (known) return known
  const { compiled, passages } = knowledge
  const valid = compiled.entries.filter(({ place }) => stateOf(holding, place) === 'valid').slice(0, maxExamined)
  const differences = findDifferences(valid, ({ place }) => passages[place.passage]!.source_id)
  const made = { doubts: findDoubts(valid), differences, single: singleCells(knowledge, differences) }
  examined.set(holding, made)
  return made
}

/** Of those that say otherwise: a correction goes to every cell with its source, subject and head. */
function singleCells(knowledge: Knowledge, differences: Map<Entry, Difference>): Set<Cell> {
  const subjects = knownSubjects(knowledge)
  const others = new Set([...differences.values()].map(({ entry }) => subjects.get(entry)))
  const cells = knowledge.compiled.entries.flatMap(entry => {
    const { source_id, pair } = knowledge.passages[entry.place.passage]!
    const subject = subjects.get(entry)
    if (pair || !others.has(subject)) return []
    return entry.cells.map(cell => ({ cell, key: [source_id, subject, headOf(cell)].join('\n') }))
  })
  const byKey = Map.groupBy(cells, ({ key }) => key)
  return new Set([...byKey.values()].flatMap(([one, ...more]) => (one && more.length === 0 ? [one.cell] : [])))
}

function confirmedKey({ source_id, subject, line_hash }: Omit<Confirmed, 'confirmed_at'>): string {
  return `${source_id}\n${subject}\n${line_hash}`
}

/** The knowledge of today with what members said about it. */
export class Understood {
  readonly version: number
  readonly knowledge: Knowledge
  readonly #holding: Holding
  readonly #owners: Owners
  readonly #editsIn: Map<string, { index: EditIndex<StoredRow>; all: StoredRow[] }>
  readonly #examined: Examined

  constructor({ version, knowledge }: Loaded, holding: Holding, owners: Owners) {
    this.version = version
    this.knowledge = knowledge
    this.#holding = holding
    this.#owners = owners
    this.#editsIn = new Map(
      [...Map.groupBy(owners.edits, edit => edit.source_id)].map(([id, all]) => [
        id,
        { index: new EditIndex(all), all },
      ]),
    )
    this.#examined = examine(knowledge, holding)
  }

  /** Of whole lines, switched off. */
  get off(): StoredRow[] {
    return this.#owners.edits.filter(({ head }) => head === null)
  }

  sourceOf({ passage }: Place): string {
    return this.knowledge.passages[passage]!.source_id
  }

  /** `subject`, `state` by default: those of an entry of this knowledge. */
  fact(
    entry: Entry,
    line: DocumentLine,
    subject: string = knownSubjects(this.knowledge).get(entry)!,
    state: FactState = stateOf(this.#holding, entry.place),
  ): Fact {
    const edits = this.#editsOf(entry, line)
    const confirmed_at = this.#confirmedAt(nameIn(subject), line)
    const difference = this.#examined.differences.get(entry)
    const words = entry.cells.map(cell => (cell.head ? `${cell.head}: ` : '') + shown(cell, entry.scale))
    return {
      source_id: line.source_id,
      subject,
      name: entry.name,
      path: entry.path.slice(1),
      line: line.text,
      group: entry.group,
      said: rowInWords([entry.name, ...words].join('; ')),
      state,
      doubt: edits.length > 0 || confirmed_at ? null : (this.#examined.doubts.get(entry) ?? null),
      differs: difference ? this.#differs(difference, entry) : null,
      confirmed_at,
      place: line.place,
      values: entry.cells.map(cell => {
        const edit = edits.find(one => one.head === headOf(cell))
        return { head: cell.head, value: cell.value, kind: cell.kind, edit: edit ? shownEdit(edit) : null }
      }),
    }
  }

  unread(line: DocumentLine): Facts['unread'][number] {
    const { source_id, text, place } = line
    return { source_id, line: text, place, confirmed_at: this.#confirmedAt('', line) }
  }

  isValid(place: Place): boolean {
    return stateOf(this.#holding, place) === 'valid'
  }

  #differs({ own, entry: other, cell }: Difference, entry: Entry): Fact['differs'] {
    const { id, source_id, text, start, end } = this.knowledge.passages[other.place.passage]!
    return {
      source_id,
      subject: knownSubjects(this.knowledge).get(other)!,
      head: cell.head,
      value: shown(cell, other.scale),
      own: shown(own, entry.scale),
      settles: this.#examined.single.has(cell),
      passage_id: id,
      start: start + other.place.start - (text.length - (end - start)),
    }
  }

  #editsOf(entry: Entry, { source_id }: DocumentLine): StoredRow[] {
    const document = this.#editsIn.get(source_id)
    if (!document) return []
    // Its cells may be corrected ones.
    const isKnown = knownSubjects(this.knowledge).has(entry)
    const corrected = isKnown ? correctedLine(this.knowledge, entry)?.edits : undefined
    if (!corrected) return document.index.of(entry)
    return corrected.flatMap(
      ({ subject, head }) => document.all.find(one => one.subject === subject && one.head === head) ?? [],
    )
  }

  #confirmedAt(subject: string, { source_id, text }: DocumentLine): string | null {
    const at = this.#owners.confirmed.get(confirmedKey({ source_id, subject, line_hash: textHash(text) }))
    return at?.toISOString() ?? null
  }
}

export function lineOff(edit: StoredRow, place: FactPlace | null): Facts['off'][number] {
  return { ...shownEdit(edit), source_id: edit.source_id, place }
}

function shownEdit({ id, was, value, at }: StoredRow): FactEdit {
  return { id, was, value, at: at.toISOString() }
}

export function stateOf(holding: Holding, { passage, start, end }: Place): FactState {
  if (holding.replaced.has(passage)) return 'old'
  const lines = holding.lines.get(passage) ?? []
  const isOver = holding.hidden.has(passage) || lines.some(line => line.start < end && line.end > start)
  return isOver ? 'past' : 'valid'
}
