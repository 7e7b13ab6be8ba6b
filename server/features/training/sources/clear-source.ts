import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { removeFileLater } from '../knowledge/drop-new-version.ts'

/** Idempotent; knowledge versions with it are marked as no longer restorable. */
export async function clearSource(
  platform: Platform,
  task: { workspace_id: string; source_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`select from sources
      where workspace_id = ${workspaceId} and id = ${sourceId} and status in ('removed', 'failed') for update`.execute(
      tx,
    )
    if (rows.length === 0) return
    await eraseSource(platform, tx, workspaceId, sourceId)
  })
}

/** The transaction holds the source's row. */
export async function eraseSource(platform: Platform, tx: Tx, workspaceId: string, sourceId: string): Promise<void> {
  const family = sql`(select id from sources where workspace_id = ${workspaceId} and (id = ${sourceId} or parent_id = ${sourceId}))`
  const { rows: files } = await sql<{ key: string }>`
    select file_key as key from sources where workspace_id = ${workspaceId} and id = ${sourceId} and file_key is not null
    union select file_key from private.source_spans where workspace_id = ${workspaceId} and source_id = ${sourceId} and file_key is not null`.execute(
    tx,
  )
  await sql`update knowledge_versions k set erased = true where workspace_id = ${workspaceId} and not erased and exists (
    select from private.source_spans o where o.workspace_id = ${workspaceId} and o.source_id in ${family}
      and o.live_from <= k.version and k.version < coalesce(o.live_until, k.version + 1))`.execute(tx)
  for (const table of [
    'private.source_spans',
    'private.wording_spans',
    'public.passages',
    'private.source_texts',
    'public.passage_questions',
    'private.fact_edits',
    'private.confirmed_lines',
    'private.recognised_lines',
    'private.recognised_pages',
  ])
    await sql`delete from ${sql.raw(table)} where workspace_id = ${workspaceId} and source_id in ${family}`.execute(tx)
  await sql`delete from sources where workspace_id = ${workspaceId} and parent_id = ${sourceId}`.execute(tx)
  await sql`update sources set file_key = null, answer = null where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(
    tx,
  )
  for (const { key } of files) await removeFileLater(platform, tx, workspaceId, key)
}
