import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { broadcastCopy, broadcastRetry } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { readBroadcast } from '../broadcast-row.ts'
import { countNow } from '../drafts/count-broadcast.ts'
import { refuseTooMany } from '../drafts/drafts.ts'
import { feedLater } from './feed-later.ts'
import { defaultDeadline } from '../drafts/preview-broadcast.ts'
import { requirePlan } from './require-plan.ts'
import { countRunning, maxRunning } from './running.ts'

/**
 * @param unsure also recipients of unknown outcome, who may get it twice
 * @throws broadcast.not_running, .nobody, .too_many_running, usage.campaigns_reached without a plan
 */
export async function retryBroadcast(
  platform: Platform,
  caller: Caller,
  { id, unsure }: { id: string } & z.output<typeof broadcastRetry>,
): Promise<{ again: number }> {
  const { workspaceId } = caller
  const now = platform.clock.now()
  const states = unsure ? ['failed', 'unsure'] : ['failed']
  return platform.db.asService(workspaceId, async tx => {
    const { status } = await readBroadcast(tx, workspaceId, id, true)
    if (status !== 'done' && status !== 'running') throw failure('broadcast.not_running')
    await requirePlan(platform, tx, workspaceId)
    if (status === 'done' && (await countRunning(tx, workspaceId)) >= maxRunning)
      throw failure('broadcast.too_many_running')
    // Earlier messages give up their client id to the new one.
    await sql`update messages m set client_id = null from private.broadcast_recipients r where r.workspace_id = ${workspaceId}
      and r.broadcast_id = ${id} and r.state = any (${states}::text[]) and m.workspace_id = r.workspace_id and m.id = r.message_id`.execute(
      tx,
    )
    const { rows } =
      await sql`update private.broadcast_recipients set state = 'waiting', reason = null, message_id = null, cost = 0, due_at = ${now}
      where workspace_id = ${workspaceId} and broadcast_id = ${id} and state = any (${states}::text[]) returning id`.execute(
        tx,
      )
    if (rows.length === 0) throw failure('broadcast.nobody')
    await sql`update broadcasts set status = 'running', done_at = null, deadline = greatest(deadline, ${after(now, defaultDeadline)})
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'broadcast.retried', id, { again: rows.length, unsure })
    await countNow(platform, tx, { workspaceId, id })
    await feedLater(platform, tx, { workspaceId, id })
    return { again: rows.length }
  })
}

export async function copyBroadcast(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { id, rest }: { id: string } & z.output<typeof broadcastCopy>,
): Promise<{ id: string }> {
  const now = platform.clock.now()
  const copy = newId()
  await platform.db.asService(workspaceId, async tx => {
    const { audience } = await readBroadcast(tx, workspaceId, id)
    await refuseTooMany(tx, workspaceId, now)
    const meant = rest ? { is: 'rest', broadcast_id: id } : audience
    await sql`insert into broadcasts (id, workspace_id, name, audience, purpose, routes, content, on_reply, max_each, zalo_paid, created_by, created_at, changed_at)
      select ${copy}, workspace_id, name, ${JSON.stringify(meant)}::jsonb, purpose, routes, content, on_reply, max_each, zalo_paid, ${personId}, ${now}, ${now}
      from broadcasts where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  })
  return { id: copy }
}
