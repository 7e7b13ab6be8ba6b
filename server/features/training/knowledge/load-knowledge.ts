import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type StoredEdit, withEdits } from '../facts/apply-fact-edits.ts'
import { Knowledge, type Passage } from './knowledge.ts'
import { passageHash } from '../passages/passage-hash.ts'

export type Loaded = { version: number; knowledge: Knowledge }

/** Total in memory; the least recently used workspaces go first. */
const maxPassages = 40_000

type Shelf = Map<string, { version: number; size: number; loaded: Promise<Loaded> }>
const shelves = new WeakMap<Platform, Shelf>()

/** Checks the version each time, so that removals apply from the next message in all processes. */
export async function loadKnowledge(platform: Platform, workspaceId: string, read?: number): Promise<Loaded> {
  const shelf = shelfOf(platform)
  const version = read ?? (await versionOf(platform, workspaceId))
  const stored = shelf.get(workspaceId)
  if (stored && stored.version >= version) {
    shelf.delete(workspaceId)
    shelf.set(workspaceId, stored)
    return stored.loaded
  }
  const loaded = readAnew(platform, workspaceId)
  const entry = { version, size: 0, loaded }
  shelf.set(workspaceId, entry)
  try {
    const built = await loaded
    entry.version = built.version
    entry.size = Math.max(built.knowledge.passages.length, 1)
    evictOldest(shelf, workspaceId)
    return built
  } catch (error) {
    if (shelf.get(workspaceId) === entry) shelf.delete(workspaceId)
    throw error
  }
}

type Row = Passage & { hash: string | null }
type Asked = { source_id: string; text_hash: string; question: string; folded: string }

async function versionOf({ db }: Platform, workspaceId: string): Promise<number> {
  const rows = await db.readAsService(
    sql<{ knowledge_version: number }>`select knowledge_version from workspaces where id = ${workspaceId}`,
  )
  return rows[0]?.knowledge_version ?? 0
}

async function readAnew(platform: Platform, workspaceId: string): Promise<Loaded> {
  const build = await platform.db.asService(workspaceId, tx => readKnowledge(tx, workspaceId))
  return build()
}

/** One statement, for consistency. Returns the index builder, which is too slow for a transaction. */
export async function readKnowledge(tx: Tx, workspaceId: string): Promise<() => Loaded> {
  const { rows } = await sql<{
    version: number
    passages: Row[]
    questions: Asked[]
    edits: StoredEdit[]
  }>`select w.knowledge_version as version, coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'source_id', p.source_id, 'title', s.title, 'heading', p.heading,
          'text', p.text, 'start', p.start, 'end', p."end", 'pair', s.kind = 'pair', 'hash', p.text_hash))
        from passages p join sources s on s.workspace_id = p.workspace_id and s.id = p.source_id
        where p.workspace_id = ${workspaceId} and p.live and s.status <> 'removed'), '[]') as passages, coalesce((
        select jsonb_agg(jsonb_build_object('source_id', source_id, 'text_hash', text_hash, 'question', question, 'folded', folded) order by created_at, id)
        from passage_questions where workspace_id = ${workspaceId}), '[]') as questions, coalesce((
        select jsonb_agg(jsonb_build_object('source_id', source_id, 'subject', subject, 'head', head, 'value', value) order by created_at, id)
        from private.fact_edits where workspace_id = ${workspaceId}), '[]') as edits
      from workspaces w where w.id = ${workspaceId}`.execute(tx)
  const { version = 0, passages = [], questions = [], edits = [] } = rows[0] ?? {}
  return () => ({ version, knowledge: new Knowledge(withEdits(withQuestions(passages, questions), edits)) })
}

/** If passages share a wording, the latest teaching wins. */
function withQuestions(passages: Row[], questions: Asked[]): Passage[] {
  const keyOf = (passage: Row): string => `${passage.source_id} ${passage.hash ?? passageHash(passage)}`
  const there = questions.length === 0 ? new Set<string>() : new Set(passages.map(keyOf))
  const leading = new Map<string, Asked>()
  for (const asked of questions)
    if (there.has(`${asked.source_id} ${asked.text_hash}`)) leading.set(asked.folded, asked)
  const asked = Map.groupBy(leading.values(), question => `${question.source_id} ${question.text_hash}`)
  return passages.map(row => {
    const { hash: _hash, ...passage } = row
    const found = asked.size === 0 ? undefined : asked.get(keyOf(row))
    return found ? { ...passage, questions: found.map(({ question }) => question) } : passage
  })
}

function evictOldest(shelf: Shelf, justLoaded: string): void {
  let held = [...shelf.values()].reduce((sum, entry) => sum + entry.size, 0)
  for (const [workspaceId, entry] of shelf) {
    if (held <= maxPassages) return
    if (workspaceId === justLoaded) continue
    shelf.delete(workspaceId)
    held -= entry.size
  }
}

function shelfOf(platform: Platform): Shelf {
  const known = shelves.get(platform)
  if (known) return known
  const made: Shelf = new Map()
  shelves.set(platform, made)
  return made
}
