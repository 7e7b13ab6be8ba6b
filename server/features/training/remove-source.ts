import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import type { Caller } from '#platform/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropReplacement } from './drop-new-version.ts'
import { bumpKnowledge } from './knowledge-version.ts'
import { forgetLooks } from './links/frontier.ts'
import { stopSteps } from './links/start-look.ts'

/**
 * Takes a source away. It counts from the very next message: passages and state change together; the file goes later.
 * Removed already: nothing happens. @throws request.not_found, also for another workspace's
 */
export async function removeSource(platform: Platform, caller: Caller, input: { id: string }): Promise<void> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      status: string
      kind: string
      parent_id: string | null
    }>`select status, kind, parent_id from sources
      where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(tx)
    const [source] = rows
    // A page comes back with its link; only the link can go.
    if (!source || source.parent_id) throw failure('request.not_found')
    if (source.status === 'removed') return
    const family = sql`(select id from sources where workspace_id = ${workspaceId} and (id = ${input.id} or parent_id = ${input.id}))`
    const silenced = await sql`update passages set live = false
      where workspace_id = ${workspaceId} and source_id in ${family} and live returning id`.execute(tx)
    await sql`update sources set status = 'removed', resync_at = null
      where workspace_id = ${workspaceId} and id in ${family}`.execute(tx)
    await dropReplacement(platform, tx, workspaceId, input.id)
    await forgetLooks(tx, workspaceId, input.id)
    await stopSteps(tx, input.id)
    // A failed source gave its place back when it failed; pairs take none.
    if (source.kind !== 'pair' && source.status !== 'failed') await giveBack(platform, tx, workspaceId, 'documents')
    await platform.jobs.emit(tx, 'source.removed', { workspace_id: workspaceId, source_id: input.id })
    if (silenced.rows.length > 0) await bumpKnowledge(platform, tx, workspaceId)
    await platform.jobs.enqueue(tx, {
      kind: 'clear source',
      lane: input.id,
      payload: { workspace_id: workspaceId, source_id: input.id },
    })
  })
}

/** Removes what is no longer used of a removed or failed source: its file, its text, its passages. Run twice it finds nothing. */
export async function clearSource(
  platform: Platform,
  task: { workspace_id: string; source_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, source_id: sourceId } = task
  const key = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ file_key: string | null }>`select file_key from sources
      where workspace_id = ${workspaceId} and id = ${sourceId} and status in ('removed', 'failed') for update`.execute(
      tx,
    )
    if (rows.length === 0) return undefined
    await sql`delete from passages where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(tx)
    await sql`delete from private.source_texts where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(
      tx,
    )
    await sql`delete from sources where workspace_id = ${workspaceId} and parent_id = ${sourceId}`.execute(tx)
    await sql`delete from passage_questions where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(tx)
    await sql`update sources set file_key = null, answer = null where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(
      tx,
    )
    return rows[0]?.file_key
  })
  if (key) await platform.files.remove(key)
}
