import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { showVersion } from '../passages/save-passages.ts'
import { bumpKnowledge } from './knowledge-version.ts'
import { publishCrawl } from '../links/publish-crawl.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import type { SourceTask } from '../processing/start-processing.ts'

export type ReadVersion = { source_id: string; version: number }
type Due = ReadVersion & { kind: 'file' | 'link' | 'pair'; status: 'processing' | 'waiting' }

/** Listeners publish at once or after testing. `watched`: somebody is waiting for the result. */
export async function offerVersions(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  versions: ReadVersion[],
  watched = false,
): Promise<void> {
  if (versions.length === 0) return
  await platform.jobs.emit(tx, 'version.read', { workspace_id: workspaceId, versions, watched })
}

/** Locks the rows. */
export async function lockDue(tx: Tx, workspaceId: string, versions: ReadVersion[]): Promise<Due[]> {
  const { rows } = await sql<Due>`select id as source_id, version, kind, status from sources
    where workspace_id = ${workspaceId} and id = any (${versions.map(one => one.source_id)}::uuid[])
      and status in ('processing', 'waiting') order by id for update`.execute(tx)
  return rows.filter(row => versions.some(one => one.source_id === row.source_id && one.version === row.version))
}

/**
 * All or none; skips versions that were settled in the meantime.
 * @throws training.same_file, training.pair_exists
 */
export async function publishVersions(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  versions: ReadVersion[],
): Promise<void> {
  const due = await lockDue(tx, workspaceId, versions)
  if (due.length === 0) return
  await publishPairs(
    platform,
    tx,
    workspaceId,
    due.filter(one => one.kind === 'pair'),
  )
  for (const { kind, source_id, version } of due) {
    const task: SourceTask = { workspace_id: workspaceId, source_id, version }
    if (kind === 'file') await publishFile(platform, tx, task)
    if (kind === 'link') await publishCrawl(platform, tx, task)
  }
  const ids = due.map(one => one.source_id)
  await sql`delete from source_checks where workspace_id = ${workspaceId} and source_id = any (${ids}::uuid[])`.execute(
    tx,
  )
  await bumpKnowledge(platform, tx, workspaceId)
}

async function publishFile(platform: Platform, tx: Tx, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  if (await isTaken(tx, task)) throw failure('training.same_file')
  await sql`update sources s set title = r.title, file_key = r.file_key, file_type = r.file_type, size = r.size, sha256 = r.sha256
    from private.replacements r where r.workspace_id = ${workspaceId} and r.source_id = ${sourceId} and r.version = ${version}
      and s.workspace_id = ${workspaceId} and s.id = ${sourceId}`.execute(tx)
  await sql`delete from private.replacements where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(
    tx,
  )
  await showVersion(tx, task)
  await sql`update sources set status = 'processed', live_version = version, progress = 100, reason = null, processed_at = ${platform.clock.now()},
      passages_count = (select count(*) from passages where workspace_id = ${workspaceId} and source_id = ${sourceId} and live)
    where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
  await platform.jobs.emit(tx, 'source.processed', { workspace_id: workspaceId, source_id: sourceId })
}

export async function isTaken(tx: Tx, task: SourceTask): Promise<boolean> {
  const { workspace_id: workspaceId, source_id: sourceId, version } = task
  const { rows } =
    await sql`select from private.replacements r join sources other on other.workspace_id = r.workspace_id
      and other.id <> r.source_id and other.sha256 = r.sha256 and other.status in ('processing', 'waiting', 'processed')
    where r.workspace_id = ${workspaceId} and r.source_id = ${sourceId} and r.version = ${version}`.execute(tx)
  return rows.length > 0
}

async function publishPairs(platform: Platform, tx: Tx, workspaceId: string, pairs: ReadVersion[]): Promise<void> {
  if (pairs.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as g(source_id uuid, version int)`
  const { rows } = await sql<{ id: string; version: number; question: string; answer: string }>`
    select g.source_id as id, g.version, p.heading as question, p.text as answer from ${given}
    join passages p on p.workspace_id = ${workspaceId} and p.source_id = g.source_id and p.version = g.version`.execute(
    tx,
  )
  const words = JSON.stringify(rows.map(row => ({ ...row, folded: foldedQuestion(row.question) })))
  const { rows: others } = await sql`select from jsonb_to_recordset(${words}::jsonb) as w(id uuid, folded text)
    join sources s on s.workspace_id = ${workspaceId} and s.kind = 'pair' and s.title_folded = w.folded and s.id <> w.id
      and s.status in ('processing', 'waiting', 'processed')`.execute(tx)
  if (others.length > 0) throw failure('training.pair_exists')
  const each = sql`jsonb_to_recordset(${words}::jsonb) as w(id uuid, version int, question text, answer text, folded text)`
  await sql`update sources s set title = w.question, answer = w.answer, title_folded = w.folded, live_version = w.version, status = 'processed', progress = 100,
      reason = null, passages_count = 1, processed_at = ${platform.clock.now()}
    from ${each} where s.workspace_id = ${workspaceId} and s.id = w.id`.execute(tx)
  await sql`update passages p set live = (p.version = w.version) from ${each}
    where p.workspace_id = ${workspaceId} and p.source_id = w.id and p.live <> (p.version = w.version)`.execute(tx)
}
