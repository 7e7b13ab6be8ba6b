import { sql } from 'kysely'
import { maxEdits } from '#shared/contracts/training/facts.contract.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import type { Entry } from '#server/answering/compiling/entries.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { bumpKnowledge } from '../knowledge/knowledge-version.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import type { StoredEdit } from './apply-fact-edits.ts'
import { headOf, knownSubjects } from './fact-subjects.ts'
import { readDocument } from './read-document.ts'

export type WantedEdit = StoredEdit & { was: string; by: string | null }

/**
 * One line, without column separators.
 * @throws request.not_found for an unknown line or column, request.invalid for an empty value
 */
export async function checkEdit(
  platform: Platform,
  workspaceId: string,
  { source_id, subject, head, value }: StoredEdit,
): Promise<Omit<WantedEdit, 'by'>> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const { entry, text } =
    lineIn(knowledge, source_id, subject) ??
    (await lineOfDocument(platform, workspaceId, knowledge, source_id, subject))
  const { start, end } = entry.place
  if (head === null) return { source_id, subject, head, value: null, was: text.slice(start, end) }
  const cell = entry.cells.find(one => one.head === head)
  if (!cell) throw failure('request.not_found')
  const cleaned = cleanText(value ?? '')
    .replace(/[\s|]+/g, ' ')
    .trim()
  if (cleaned === '') throw failure('request.invalid')
  return { source_id, subject, head: headOf(cell), value: cleaned, was: cell.value }
}

type EditedLine = { entry: Entry; text: string }

function lineIn(knowledge: Knowledge, sourceId: string, subject: string): EditedLine | undefined {
  const subjects = knownSubjects(knowledge)
  const entry = knowledge.compiled.entries.find(
    one => knowledge.passages[one.place.passage]!.source_id === sourceId && subjects.get(one) === subject,
  )
  return entry && { entry, text: knowledge.passages[entry.place.passage]!.text }
}

/** Of a document that shares passages with another, all lines but those are known. @throws request.not_found */
async function lineOfDocument(
  platform: Platform,
  workspaceId: string,
  knowledge: Knowledge,
  sourceId: string,
  subject: string,
): Promise<EditedLine> {
  const { lines, passages } = await readDocument(platform, workspaceId, sourceId, knowledge)
  const line = lines.find(one => one.subject === subject)
  if (!line) throw failure('request.not_found')
  return { entry: line.entry, text: passages[line.entry.place.passage]!.text }
}

/**
 * In the caller's transaction.
 * @throws training.edits_reached
 */
export async function saveEdit(platform: Platform, tx: Tx, workspaceId: string, edit: WantedEdit): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into private.fact_edits as e (id, workspace_id, source_id, subject, head, was, value, created_by, created_at)
    select ${newId()}::uuid, ${workspaceId}::uuid, ${edit.source_id}::uuid, ${edit.subject}::text, ${edit.head}::text, ${edit.was}::text,
      ${edit.value}::text, ${edit.by}::uuid, ${platform.clock.now()}::timestamptz
    where (select count(*) from private.fact_edits where workspace_id = ${workspaceId} and (source_id, subject, head)
      is distinct from (${edit.source_id}::uuid, ${edit.subject}::text, ${edit.head}::text)) < ${maxEdits}
    on conflict (workspace_id, source_id, subject, head) do update
      set value = excluded.value, created_by = excluded.created_by, created_at = excluded.created_at
    returning id`.execute(tx)
  const [stored] = rows
  if (!stored) throw failure('training.edits_reached')
  await bumpKnowledge(platform, tx, workspaceId, { by: edit.by })
  return stored.id
}

/** In the caller's transaction; idempotent. */
export async function dropEdit(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  gone: { id: string; by: string | null },
): Promise<void> {
  const { rows } = await sql`delete from private.fact_edits
    where workspace_id = ${workspaceId} and id = ${gone.id} returning id`.execute(tx)
  if (rows.length > 0) await bumpKnowledge(platform, tx, workspaceId, { by: gone.by })
}
