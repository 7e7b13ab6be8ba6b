import { sql } from 'kysely'
import { giveBack, reserveOrRefuse } from '#features/usage/reserve.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropReplacement } from './drop-new-version.ts'
import { bumpKnowledge } from './knowledge-version.ts'
import { deleteFrontier } from '../links/frontier.ts'
import { stopSteps } from '../links/start-crawl.ts'
import { settleReading } from '../photos/save-lines.ts'

type Span = { source_id: string; version: number; title: string; live_from: number }
type Taken = { by: string | null; restored?: number }

/**
 * As a new version, so undoable.
 * @throws request.not_found, training.version_erased, usage.documents_reached
 */
export async function restoreKnowledge(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  version: number,
  by: string | null,
): Promise<void> {
  const { rows } = await sql<{ erased: boolean }>`select erased from knowledge_versions
    where workspace_id = ${workspaceId} and version = ${version}`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  if (rows[0].erased) throw failure('training.version_erased')
  const { rows: then } = await sql<Span>`select source_id, version, title, live_from from private.source_spans
    where workspace_id = ${workspaceId} and live_from <= ${version} and (live_until is null or live_until > ${version})`.execute(
    tx,
  )
  const { rows: now } = await sql<Span>`select source_id, version, title, live_from from private.source_spans
    where workspace_id = ${workspaceId} and live_until is null`.execute(tx)
  const known = new Map(now.map(span => [span.source_id, span]))
  const stored = new Set(then.map(span => span.source_id))
  await silence(
    platform,
    tx,
    workspaceId,
    now.filter(span => !stored.has(span.source_id)).map(span => span.source_id),
  )
  await bringBack(
    platform,
    tx,
    workspaceId,
    then.filter(span => !isSame(span, known.get(span.source_id))),
  )
  await settleLinks(platform, tx, workspaceId)
  await restoreWordings(platform, tx, workspaceId, version)
  await bumpKnowledge(platform, tx, workspaceId, { by, restored: version } satisfies Taken)
}

/** @throws request.not_found */
export async function restoreSource(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  given: { id: string; version: number; by: string | null },
): Promise<void> {
  const { rows } = await sql<
    Span & { status: string }
  >`select o.source_id, o.version, o.title, o.live_from, s.status from private.source_spans o
    join sources s on s.workspace_id = o.workspace_id and s.id = o.source_id
    where o.workspace_id = ${workspaceId} and o.source_id = ${given.id} and o.version = ${given.version}
    order by o.live_from desc limit 1`.execute(tx)
  const [span] = rows
  if (!span || span.status === 'removed') throw failure('request.not_found')
  await bringBack(platform, tx, workspaceId, [span])
  await bumpKnowledge(platform, tx, workspaceId, { by: given.by })
}

function isSame(one: Span, other: Span | undefined): boolean {
  return one.version === other?.version && one.title === other.title
}

async function silence(platform: Platform, tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const these = sql`workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`
  await sql`update passages set live = false where workspace_id = ${workspaceId} and live and source_id = any (${ids}::uuid[])`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; kind: string; parent_id: string | null }>`update sources
    set status = 'removed', resync_at = null where ${these} and status <> 'removed' returning id, kind, parent_id`.execute(
    tx,
  )
  await sql`delete from source_checks where workspace_id = ${workspaceId} and source_id = any (${ids}::uuid[])`.execute(
    tx,
  )
  for (const { id, kind, parent_id } of rows) {
    if (parent_id || kind === 'pair') continue
    await forgetReading(platform, tx, workspaceId, id)
    await giveBack(platform, tx, workspaceId, 'documents')
  }
}

async function forgetReading(platform: Platform, tx: Tx, workspaceId: string, id: string): Promise<void> {
  await dropReplacement(platform, tx, workspaceId, id)
  await deleteFrontier(tx, workspaceId, id)
  await stopSteps(tx, id)
}

/** A version being read or waiting is left alone. */
async function bringBack(platform: Platform, tx: Tx, workspaceId: string, spans: Span[]): Promise<void> {
  if (spans.length === 0) return
  const rows = JSON.stringify(spans.map(({ source_id, live_from }) => ({ source_id, live_from })))
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g(source_id uuid, live_from int)
    join private.source_spans o on o.workspace_id = ${workspaceId} and o.source_id = g.source_id and o.live_from = g.live_from`
  const { rows: back } = await sql<{ kind: string; parent_id: string | null }>`select s.kind, s.parent_id from ${given}
    join sources s on s.workspace_id = ${workspaceId} and s.id = g.source_id where s.status in ('removed', 'failed')`.execute(
    tx,
  )
  for (const { kind, parent_id } of back)
    if (kind !== 'pair' && !parent_id) await reserveOrRefuse(platform, tx, workspaceId, 'documents')
  await sql`update sources s set title = o.title, title_folded = o.title_folded, answer = o.answer, file_key = o.file_key, file_type = o.file_type,
      size = o.size, sha256 = o.sha256, passages_count = o.passages_count, processed_at = ${platform.clock.now()}, reason = null, progress = 100,
      status = case when s.status in ('processing', 'waiting') then s.status else 'processed' end
    from ${given} where s.workspace_id = ${workspaceId} and s.id = g.source_id`.execute(tx)
  await sql`update passages p set live = (p.version = o.version) from ${given}
    where p.workspace_id = ${workspaceId} and p.source_id = g.source_id and p.live <> (p.version = o.version)`.execute(
    tx,
  )
  for (const span of spans) await settleReading(tx, workspaceId, span.source_id, span.version)
  // Stored ETags belong to other text, so the next crawl rereads these pages.
  await sql`delete from private.page_marks where workspace_id = ${workspaceId} and source_id = any (${spans.map(span => span.source_id)}::uuid[])`.execute(
    tx,
  )
}

async function settleLinks(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const pages = sql`select from passages p join sources c on c.workspace_id = p.workspace_id and c.id = p.source_id
    where p.workspace_id = ${workspaceId} and p.live and c.parent_id = s.id`
  const links = sql`workspace_id = ${workspaceId} and kind = 'link' and parent_id is null and link_mode <> 'page'`
  const { rows: back } = await sql`update sources s set status = 'processed', progress = 100, reason = null
    where ${links} and status = 'removed' and exists (${pages}) returning id`.execute(tx)
  for (const _ of back) await reserveOrRefuse(platform, tx, workspaceId, 'documents')
  const { rows: gone } = await sql<{ id: string }>`update sources s set status = 'removed', resync_at = null
    where ${links} and status = 'processed' and not exists (${pages}) returning id`.execute(tx)
  for (const { id } of gone) {
    await forgetReading(platform, tx, workspaceId, id)
    await giveBack(platform, tx, workspaceId, 'documents')
  }
  await sql`update sources s set passages_count = (select count(*) from passages p join sources c on c.workspace_id = p.workspace_id and c.id = p.source_id
      where p.workspace_id = ${workspaceId} and p.live and c.parent_id = s.id)
    where ${links} and status <> 'removed'`.execute(tx)
}

async function restoreWordings(platform: Platform, tx: Tx, workspaceId: string, version: number): Promise<void> {
  const then = sql`select * from private.wording_spans where workspace_id = ${workspaceId} and live_from <= ${version}
    and (live_until is null or live_until > ${version})`
  await sql`delete from passage_questions q where workspace_id = ${workspaceId}
    and not exists (select from (${then}) t where t.id = q.id and t.question = q.question)`.execute(tx)
  await sql`insert into passage_questions (id, workspace_id, source_id, text_hash, question, folded, created_at)
    select t.id, t.workspace_id, t.source_id, t.text_hash, t.question, t.folded, ${platform.clock.now()} from (${then}) t
    on conflict do nothing`.execute(tx)
}
