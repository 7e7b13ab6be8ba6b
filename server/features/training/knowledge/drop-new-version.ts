import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { deleteFrontier } from '../links/frontier.ts'
import { stopSteps } from '../links/start-crawl.ts'
import { dropReading, settleReading } from '../photos/save-lines.ts'
import type { SourceTask } from '../processing/start-processing.ts'

export async function dropNewVersion(platform: Platform, tx: Tx, task: SourceTask): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  const family = sql`(select id from sources where workspace_id = ${workspaceId} and (id = ${sourceId} or parent_id = ${sourceId}))`
  const these = sql`workspace_id = ${workspaceId} and version = ${task.version} and source_id in ${family}`
  await sql`delete from private.source_texts t where ${these}
    and not exists (select from passages p where p.workspace_id = t.workspace_id and p.source_id = t.source_id and p.version = t.version and p.live)`.execute(
    tx,
  )
  await sql`delete from passages where ${these} and not live`.execute(tx)
  await sql`delete from source_checks where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(tx)
  await sql`delete from sources where workspace_id = ${workspaceId} and parent_id = ${sourceId} and status = 'processing'`.execute(
    tx,
  )
  await dropReading(tx, task)
  await settleReading(tx, workspaceId, sourceId, task.version)
  await deleteFrontier(tx, workspaceId, sourceId)
  await stopSteps(tx, sourceId)
  await dropReplacement(platform, tx, workspaceId, sourceId)
}

/** The replacement file is removed only after commit. */
export async function dropReplacement(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  sourceId: string,
): Promise<void> {
  const { rows } = await sql<{ file_key: string }>`delete from private.replacements
    where workspace_id = ${workspaceId} and source_id = ${sourceId} returning file_key`.execute(tx)
  for (const { file_key: key } of rows) await removeFileLater(platform, tx, workspaceId, key)
}

export async function removeFileLater(platform: Platform, tx: Tx, workspaceId: string, key: string): Promise<void> {
  await platform.jobs.enqueue(tx, { kind: 'remove file', payload: { workspace_id: workspaceId, key } })
}

export async function removeFile(platform: Platform, task: { key: string }): Promise<void> {
  await platform.files.remove(task.key)
}
