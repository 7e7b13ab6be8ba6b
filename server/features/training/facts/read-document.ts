import { sql } from 'kysely'
import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { Entry, Place } from '#server/answering/compiling/entries.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { knownSubjects, subjectsOf } from './fact-subjects.ts'

type Stored = { id: string; position: number; heading: string; text: string }
type StoredDocument = { title: string; passages: Stored[] }

/** `known`: the same line in the knowledge, which has it corrected. */
type Line = { entry: Entry; subject: string; known: Entry | undefined }
type Compiled = StoredDocument & { lines: Line[]; unread: Place[] }

/** The last document asked for, of each shop whose knowledge is in memory: its pages come one after another. */
const lastRead = new WeakMap<Knowledge, { key: string; document: Promise<Compiled> }>()

/** As stored, before corrections. @throws request.not_found */
export async function readDocument(
  platform: Platform,
  workspaceId: string,
  sourceId: string,
  knowledge: Knowledge,
): Promise<Compiled> {
  const key = await versionOf(platform, workspaceId, sourceId)
  const last = lastRead.get(knowledge)
  if (last?.key === key) return last.document
  const document = readStored(platform, workspaceId, sourceId).then(stored => compiled(stored, sourceId, knowledge))
  const read = { key, document }
  lastRead.set(knowledge, read)
  try {
    return await document
  } catch (error) {
    if (lastRead.get(knowledge) === read) lastRead.delete(knowledge)
    throw error
  }
}

/** @throws request.not_found */
export async function readStored(platform: Platform, workspaceId: string, sourceId: string): Promise<StoredDocument> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<StoredDocument>`select s.title, coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'position', p.position, 'heading', p.heading, 'text', p.text) order by p.start, p.position)
        from passages p where p.workspace_id = s.workspace_id and p.source_id = s.id and p.live), '[]') as passages
      from sources s where s.workspace_id = ${workspaceId} and s.id = ${sourceId} and s.status <> 'removed'`.execute(
      tx,
    ),
  )
  const [stored] = rows
  if (!stored) throw failure('request.not_found')
  return stored
}

async function versionOf(platform: Platform, workspaceId: string, sourceId: string): Promise<string> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ title: string; version: number | null }>`select title, live_version as version from sources
      where workspace_id = ${workspaceId} and id = ${sourceId} and status <> 'removed'`.execute(tx),
  )
  const [stored] = rows
  if (!stored) throw failure('request.not_found')
  return `${sourceId} ${stored.version} ${stored.title}`
}

function compiled({ title, passages }: StoredDocument, sourceId: string, knowledge: Knowledge): Compiled {
  const { entries, unread } = compileFacts(
    passages.map(({ heading, text }) => ({ document: sourceId, title, heading, text })),
  )
  const ids = new Set(passages.map(({ id }) => id))
  const own = knowledge.compiled.entries.filter(({ place }) => ids.has(knowledge.passages[place.passage]!.id))
  const keyOf = ({ place }: Entry, subject: string, all: readonly { id: string }[]) =>
    `${all[place.passage]!.id} ${subject}`
  const known = knownSubjects(knowledge)
  const used = Map.groupBy(own, entry => keyOf(entry, known.get(entry)!, knowledge.passages))
  const lines = [...subjectsOf(entries)].map(([entry, subject]) => {
    // A passage that another document repeats word for word is in the knowledge once.
    return { entry, subject, known: used.get(keyOf(entry, subject, passages))?.shift() }
  })
  return { title, passages, lines, unread }
}
