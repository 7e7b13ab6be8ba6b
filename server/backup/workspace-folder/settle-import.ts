import { sql } from 'kysely'
import { giveBack } from '#features/usage/reserve.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'

/**
 * Nothing goes on by itself, because the shop went on where it came from: what was on its way waits for a person, campaigns for an
 * admin, and what hung on a secret that is not here says so.
 */
export async function settleImport(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const now = platform.clock.now()
  await sql`update messages set status = 'unsure', look_at = null, sends = greatest(sends, 2)
    where workspace_id = ${workspaceId} and direction = 'out' and status in ('queued', 'sending', 'unsure')`.execute(tx)
  await sql`update broadcasts set status = 'paused', reason = 'restored'
    where workspace_id = ${workspaceId} and status in ('scheduled', 'planning', 'running')`.execute(tx)
  await sql`update sequences set status = 'paused', reason = 'restored'
    where workspace_id = ${workspaceId} and status = 'active'`.execute(tx)
  await sql`update conversations set patience_for = ${now}
    where workspace_id = ${workspaceId} and waiting_since is not null`.execute(tx)
  await sql`update channels h set status = 'needs_reconnect', status_reason = null
    where workspace_id = ${workspaceId} and kind <> 'website' and status in ('connecting', 'connected', 'paused')
      and not exists (select from private.secrets s where s.workspace_id = h.workspace_id and s.owner = 'channel ' || h.id)`.execute(
    tx,
  )
  await sql`update private.subscriptions set status = 'stopped'
    where workspace_id = ${workspaceId} and status = 'live' and token is null`.execute(tx)
  await sql`update api_keys set revoked_at = ${now} where workspace_id = ${workspaceId} and revoked_at is null`.execute(
    tx,
  )
  const { rows: unread } = await sql<{ status: string }>`update sources s set reason = 'training.could_not_read',
      status = case when exists (select from passages p join sources of on of.workspace_id = p.workspace_id and of.id = p.source_id
        where p.workspace_id = s.workspace_id and p.live and s.id in (of.id, of.parent_id)) then 'processed' else 'failed' end
    where workspace_id = ${workspaceId} and status in ('processing', 'waiting') returning status`.execute(tx)
  for (const { status } of unread) if (status === 'failed') await giveBack(platform, tx, workspaceId, 'documents')
  await sql`update imports set status = 'failed', reason = 'expired'
    where workspace_id = ${workspaceId} and status in ('read', 'checking', 'checked', 'importing', 'undoing')`.execute(
    tx,
  )
}
