import { type RawBuilder, sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropReplacement } from '../knowledge/drop-new-version.ts'
import { bumpKnowledge } from '../knowledge/knowledge-version.ts'
import { deleteFrontier } from '../links/frontier.ts'
import { stopSteps } from '../links/start-crawl.ts'

/**
 * From the next message on; what answered is kept for restoring unless `erase`. Idempotent.
 * @throws request.not_found
 */
export async function removeSource(
  platform: Platform,
  caller: Caller,
  input: { id: string; erase?: boolean },
): Promise<void> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      status: string
      parent_id: string | null
      title: string
    }>`select status, parent_id, title from sources
      where workspace_id = ${workspaceId} and id = ${input.id} for update`.execute(tx)
    const [source] = rows
    // Pages are removed only with their link.
    if (!source || source.parent_id) throw failure('request.not_found')
    if (source.status !== 'removed') await takeAway(platform, tx, workspaceId, input.id, caller.personId || null)
    if (input.erase) await clearLater(platform, tx, workspaceId, input.id)
    if (input.erase || source.status !== 'removed') {
      const action = input.erase ? 'source.erased' : 'source.removed'
      await recordInAuditLog(platform, tx, { workspaceId, personId: caller.personId || null }, action, input.id, {
        title: source.title,
      })
    }
  })
}

/** The transaction holds the source's row. */
export async function takeAway(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  sourceId: string,
  by: string | null,
): Promise<void> {
  const family = sql`(select id from sources where workspace_id = ${workspaceId} and (id = ${sourceId} or parent_id = ${sourceId}))`
  const silenced = await sql`update passages set live = false
    where workspace_id = ${workspaceId} and source_id in ${family} and live returning id`.execute(tx)
  const { rows } = await sql<{ kind: string; status: string; has_spans: boolean }>`select kind, status,
      exists (select from private.source_spans where workspace_id = ${workspaceId} and source_id in ${family}) as has_spans
    from sources where workspace_id = ${workspaceId} and id = ${sourceId}`.execute(tx)
  const [source] = rows
  if (!source) return
  await dropUnknown(tx, workspaceId, family, sourceId)
  await sql`update sources set status = 'removed', resync_at = null
    where workspace_id = ${workspaceId} and id in ${family}`.execute(tx)
  await dropReplacement(platform, tx, workspaceId, sourceId)
  await deleteFrontier(tx, workspaceId, sourceId)
  await stopSteps(tx, sourceId)
  await sql`delete from source_checks where workspace_id = ${workspaceId} and source_id = ${sourceId}`.execute(tx)
  // Failed sources returned their slot already; pairs take none.
  if (source.kind !== 'pair' && source.status !== 'failed') await giveBack(platform, tx, workspaceId, 'documents')
  await platform.jobs.emit(tx, 'source.removed', { workspace_id: workspaceId, source_id: sourceId })
  if (silenced.rows.length > 0) await bumpKnowledge(platform, tx, workspaceId, { by })
  if (!source.has_spans) await clearLater(platform, tx, workspaceId, sourceId)
}

async function dropUnknown(tx: Tx, workspaceId: string, family: RawBuilder<unknown>, sourceId: string): Promise<void> {
  const unknown = sql`t.workspace_id = ${workspaceId} and t.source_id in ${family} and not exists (select from private.source_spans o
    where o.workspace_id = ${workspaceId} and o.source_id = t.source_id and o.version = t.version)`
  await sql`delete from passages t where ${unknown}`.execute(tx)
  await sql`delete from private.source_texts t where ${unknown}`.execute(tx)
  await sql`delete from sources s where workspace_id = ${workspaceId} and parent_id = ${sourceId}
    and not exists (select from private.source_spans o where o.workspace_id = s.workspace_id and o.source_id = s.id)`.execute(
    tx,
  )
}

async function clearLater(platform: Platform, tx: Tx, workspaceId: string, sourceId: string): Promise<void> {
  const payload = { workspace_id: workspaceId, source_id: sourceId }
  await platform.jobs.enqueue(tx, { kind: 'clear source', lane: sourceId, payload })
}
