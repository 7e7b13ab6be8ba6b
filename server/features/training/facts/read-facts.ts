import type { WithDates } from '#platform/sql/with-dates.ts'
import { sql } from 'kysely'
import type { Entry, Place } from '#server/answering/compiling/entries.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import type { FactState } from '#shared/contracts/training/facts.contract.ts'
import type { Fact, FactEdit, Facts } from '#shared/contracts/training/facts.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Holding, Knowledge } from '../knowledge/knowledge.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import { headOf, subjectOf } from './apply-fact-edits.ts'

type StoredRow = WithDates<FactEdit, 'at'> & { source_id: string; subject: string; head: string | null }

const maxFacts = 2_000
const maxUnread = 200

export async function readFacts(platform: Platform, { workspaceId }: Caller): Promise<Facts> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const edits = await readEdits(platform, workspaceId)
  const holding = knowledge.holdingOn(dayOf(platform.clock.now()))
  const facts = knowledge.compiled.entries.slice(0, maxFacts).map(entry => factOf(knowledge, holding, entry, edits))
  const unread = knowledge.compiled.unread
    .filter(place => stateOf(holding, place) === 'valid')
    .slice(0, maxUnread)
    .map(place => ({ source_id: knowledge.passages[place.passage]!.source_id, line: lineAt(knowledge, place) }))
  const titles = new Map(knowledge.passages.map(({ source_id, title }) => [source_id, title]))
  const off = edits.filter(({ head }) => head === null).map(edit => ({ ...shownEdit(edit), source_id: edit.source_id }))
  const named = new Set([...facts, ...unread, ...off].map(({ source_id }) => source_id))
  const sources = [...named].map(id => ({ id, title: titles.get(id) ?? '' }))
  return { sources, facts, unread, off }
}

async function readEdits(platform: Platform, workspaceId: string): Promise<StoredRow[]> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<StoredRow>`select id, source_id, subject, head, was, value, created_at as at from private.fact_edits
      where workspace_id = ${workspaceId} order by created_at, id`.execute(tx),
  )
  return rows
}

function factOf(knowledge: Knowledge, holding: Holding, entry: Entry, edits: readonly StoredRow[]): Fact {
  const { source_id } = knowledge.passages[entry.place.passage]!
  const subject = subjectOf(entry)
  const own = edits.filter(edit => edit.source_id === source_id && edit.subject === subject)
  return {
    source_id,
    subject,
    name: entry.name,
    path: entry.path.slice(1),
    line: lineAt(knowledge, entry.place),
    group: entry.group,
    state: stateOf(holding, entry.place),
    values: entry.cells.map(cell => {
      const edit = own.find(one => one.head === headOf(cell))
      return { head: cell.head, value: cell.value, kind: cell.kind, edit: edit ? shownEdit(edit) : null }
    }),
  }
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

function lineAt(knowledge: Knowledge, { passage, start, end }: Place): string {
  return knowledge.passages[passage]!.text.slice(start, end)
}
