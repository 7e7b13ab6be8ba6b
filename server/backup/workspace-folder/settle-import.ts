import { sql } from 'kysely'
import { limitsOf } from '#features/billing/plans/allow-plan.ts'
import { dropNewVersion } from '#features/training/knowledge/drop-new-version.ts'
import { clearKey } from '#features/training/sources/clear-unimported.ts'
import { giveBack } from '#features/usage/reserve.ts'
import type { Limits } from '#features/usage/set-limits.ts'
import { after, days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { PlanCode } from '#shared/words.ts'

/**
 * Nothing resumes by itself, because the shop continued where it was exported: unsent messages wait for a member, campaigns for an
 * admin, and what lacks its secret is marked as to be reconnected or stopped.
 */
export async function settleImport(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const now = platform.clock.now()
  await sql`delete from private.jobs where key = ${clearKey(workspaceId)}`.execute(tx)
  await sql`update messages set status = 'unsure', held_reason = null, check_at = null, sends = greatest(sends, 2)
    where workspace_id = ${workspaceId} and direction = 'out' and status in ('queued', 'sending', 'unsure', 'held')`.execute(
    tx,
  )
  await sql`update broadcasts set status = 'paused', reason = 'restored'
    where workspace_id = ${workspaceId} and status in ('scheduled', 'planning', 'running')`.execute(tx)
  await sql`update sequences set status = 'paused', reason = 'restored'
    where workspace_id = ${workspaceId} and status = 'active'`.execute(tx)
  await sql`update conversations set patience_for = ${now}
    where workspace_id = ${workspaceId} and waiting_since is not null`.execute(tx)
  // A token that had failed may hold again, and the channel would answer by itself.
  await sql`delete from private.secrets s using channels h where h.workspace_id = ${workspaceId} and h.status = 'needs_reconnect'
    and s.workspace_id = h.workspace_id and s.owner = 'channel ' || h.id`.execute(tx)
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
  await settleSources(platform, tx, workspaceId)
  await sql`update imports set status = 'failed', reason = 'expired'
    where workspace_id = ${workspaceId} and status in ('read', 'checking', 'checked', 'importing')`.execute(tx)
  // An undo that was started can be restarted.
  await sql`update imports set status = 'done' where workspace_id = ${workspaceId} and status = 'undoing'`.execute(tx)
}

/** Interrupted processing is not resumed: the new version is dropped. Versions waiting for an admin keep waiting. */
async function settleSources(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const now = platform.clock.now()
  const being = sql`workspace_id = ${workspaceId} and status = 'processing' and parent_id is null`
  await sql`with dropped as (delete from private.replacements where workspace_id = ${workspaceId}
      and source_id in (select id from sources where ${being}) returning file_key)
    insert into private.jobs (kind, payload, run_at, created_at)
    select 'remove file', jsonb_build_object('workspace_id', ${workspaceId}::text, 'key', file_key), ${now}, ${now} from dropped`.execute(
    tx,
  )
  const { rows } = await sql<{
    id: string
    kind: string
    version: number
  }>`select id, kind, version from sources where ${being}`.execute(tx)
  for (const { id, kind, version } of rows) {
    await dropNewVersion(platform, tx, { workspace_id: workspaceId, source_id: id, version })
    const { rows: answering } =
      await sql`select from passages p join sources s on s.workspace_id = p.workspace_id and s.id = p.source_id
      where p.workspace_id = ${workspaceId} and p.live and ${id} in (s.id, s.parent_id) limit 1`.execute(tx)
    const answers = answering.length > 0
    await sql`update sources set reason = 'training.could_not_read', status = ${answers ? 'processed' : 'failed'}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    if (!answers && kind !== 'pair') await giveBack(platform, tx, workspaceId, 'documents')
  }
}

/** Use this installation's plan limits, not the exported counters; no purchased packs, at most one month. */
export async function settleLimits(platform: Platform, tx: Tx, workspaceId: string, plan: PlanCode): Promise<Limits> {
  const limits = await limitsOf(tx, plan)
  const latest = after(platform.clock.now(), days(31))
  for (const [metric, limit] of Object.entries(limits))
    await sql`update usage_counters set hard_limit = ${limit}, extra = 0,
        period_end = case when metric in ('messages', 'campaigns') then least(period_end, ${latest}) end
      where workspace_id = ${workspaceId} and metric = ${metric}`.execute(tx)
  return limits
}
