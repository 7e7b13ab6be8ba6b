import { sql } from 'kysely'
import type { ReadVersion } from '#features/training/knowledge/publish-version.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Comparison } from '../regression/read-cases.ts'

export async function beginCheck(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  { source_id: sourceId, version }: ReadVersion,
  total: number,
): Promise<void> {
  await sql`insert into source_checks (workspace_id, source_id, version, id, knowledge_version, total, started_at)
    select ${workspaceId}::uuid, ${sourceId}::uuid, ${version}::int, ${newId()}::uuid, knowledge_version, ${total}::int, ${platform.clock.now()}::timestamptz
    from workspaces where id = ${workspaceId}
    on conflict (workspace_id, source_id) do update set version = excluded.version, id = excluded.id, knowledge_version = excluded.knowledge_version,
      asked = 0, total = excluded.total, started_at = excluded.started_at, finished_at = null`.execute(tx)
}

export async function notifyProgress(
  platform: Platform,
  workspaceId: string,
  { source_id: sourceId, version }: ReadVersion,
  asked: number,
  total: number,
): Promise<void> {
  const progress = 60 + Math.floor((39 * asked) / Math.max(total, 1))
  await platform.db.asService(workspaceId, async tx => {
    await sql`update source_checks set asked = ${asked} where workspace_id = ${workspaceId} and source_id = ${sourceId}
      and version = ${version} and finished_at is null`.execute(tx)
    await sql`update sources set progress = ${progress} where workspace_id = ${workspaceId} and id = ${sourceId}
      and version = ${version} and status = 'processing'`.execute(tx)
  })
}

/** An unchanged result keeps the same check, so a confirmation of it still counts. */
export async function saveCheck(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  { source_id: sourceId, version }: ReadVersion,
  outcome: Comparison,
  beside: { version: number; ms: number },
): Promise<void> {
  const { total, better, worse, changed } = outcome
  const details = JSON.stringify(outcome.details)
  const now = platform.clock.now()
  await sql`insert into source_checks as c (workspace_id, source_id, version, id, knowledge_version, asked, total, better, worse, changed, details, ms, started_at, finished_at)
    values (${workspaceId}, ${sourceId}, ${version}, ${newId()}, ${beside.version}, ${total}, ${total}, ${better}, ${worse}, ${changed}, ${details}::jsonb, ${beside.ms}, ${now}, ${now})
    on conflict (workspace_id, source_id) do update set version = excluded.version, knowledge_version = excluded.knowledge_version,
      id = case when c.version = excluded.version and c.finished_at is not null and c.details = excluded.details and c.total = excluded.total then c.id else excluded.id end,
      asked = excluded.asked, total = excluded.total, better = excluded.better, worse = excluded.worse, changed = excluded.changed,
      details = excluded.details, ms = excluded.ms, finished_at = excluded.finished_at`.execute(tx)
  const { rows } =
    await sql`update sources set status = 'waiting', progress = 99 where workspace_id = ${workspaceId} and id = ${sourceId}
    and version = ${version} and status = 'processing' returning id`.execute(tx)
  if (rows.length > 0)
    await platform.jobs.emit(tx, 'source.waiting', { workspace_id: workspaceId, source_id: sourceId, worse })
}
