import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { broadcastStart } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { type Broadcast, readBroadcast } from '../broadcast-row.ts'
import { saveLinks } from '../links/count-links.ts'
import { planLater } from './plan-broadcast.ts'
import { defaultDeadline } from '../drafts/preview-broadcast.ts'
import { requirePlan } from './require-plan.ts'
import { withoutPeople } from '../drafts/preview-people.ts'
import { decidedAt } from '../drafts/two-texts.ts'
import { countRunning, countScheduled, maxRunning, maxScheduled } from './running.ts'

const previewHolds = minutes(15)

/**
 * For no more money than its preview counted. Idempotent.
 * @throws broadcast.not_draft, .preview_needed, .preview_stale, .cost_changed, .nobody, .time_past, .too_many_running,
 * .too_many_scheduled, usage.campaigns_reached without a plan
 */
export async function startBroadcast(
  platform: Platform,
  caller: Caller,
  { id, ...asked }: { id: string } & z.output<typeof broadcastStart>,
): Promise<{ id: string; status: 'scheduled' | 'planning' }> {
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const broadcast = await readBroadcast(tx, workspaceId, id, true)
    await requirePlan(platform, tx, workspaceId)
    refuse(broadcast, asked, now)
    const { start_at: startAt, preview } = broadcast
    const counted = preview && JSON.stringify(withoutPeople(preview))
    if (startAt && (await countScheduled(tx, workspaceId)) >= maxScheduled)
      throw failure('broadcast.too_many_scheduled')
    if (!startAt && (await countRunning(tx, workspaceId)) >= maxRunning) throw failure('broadcast.too_many_running')
    const status = startAt ? 'scheduled' : 'planning'
    const { rows } =
      await sql`update broadcasts set status = ${status}, max_cost = ${asked.max_cost}, started_by = ${personId}, started_at = ${now},
        preview = ${counted}::jsonb, deadline = coalesce(deadline, ${after(decidedAt(broadcast, startAt ?? now) ?? startAt ?? now, defaultDeadline)})
      where workspace_id = ${workspaceId} and id = ${id} and status = 'draft' and preview_id = ${asked.preview_id} returning id`.execute(
        tx,
      )
    if (rows.length === 0) throw failure('broadcast.preview_needed')
    await saveLinks(tx, broadcast)
    const { purpose, name } = broadcast
    await recordInAuditLog(platform, tx, caller, 'broadcast.started', id, { name, purpose, max_cost: asked.max_cost })
    await platform.jobs.emit(tx, 'broadcast.started', {
      workspace_id: workspaceId,
      broadcast_id: id,
      person_id: personId,
    })
    await planLater(platform, tx, { workspaceId, id }, startAt ?? now)
    return { id, status }
  })
}

function refuse(broadcast: Broadcast, asked: z.output<typeof broadcastStart>, now: Date): void {
  const { status, preview, preview_id: previewId, preview_at: previewAt, start_at: startAt, deadline } = broadcast
  if (status !== 'draft') throw failure('broadcast.not_draft')
  if (!preview || previewId !== asked.preview_id || !previewAt) throw failure('broadcast.preview_needed')
  if (previewAt < after(now, -previewHolds)) throw failure('broadcast.preview_stale')
  if ((startAt && startAt <= now) || (deadline && deadline <= now))
    throw failure('broadcast.time_past', { field: startAt && startAt <= now ? 'start_at' : 'deadline' })
  if (preview.now.length === 0 && preview.later.length === 0) throw failure('broadcast.nobody')
  if (preview.cost.exact + preview.cost.estimated > asked.max_cost)
    throw failure('broadcast.cost_changed', { cost: preview.cost })
}
