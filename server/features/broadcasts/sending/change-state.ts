import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { after, days } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { isWithdrawn, readBroadcast } from '../broadcast-row.ts'
import { countNow } from '../drafts/count-broadcast.ts'
import { feedLater } from './feed-later.ts'
import { pause } from './pause.ts'
import { rememberSeen } from './pause-if-failing.ts'
import { planLater } from './plan-broadcast.ts'
import { requirePlan } from './require-plan.ts'
import { type Recipient, recipientColumns, putOff, withdrawMessage } from '../audience/recipient.ts'

type Place = { workspaceId: string; id: string }
const batch = 500

/**
 * Only messages already being sent still leave.
 * @throws broadcast.not_running
 */
export async function pauseBroadcast(platform: Platform, { workspaceId }: Caller, { id }: { id: string }) {
  await platform.db.asService(workspaceId, async tx => {
    await readBroadcast(tx, workspaceId, id, true)
    if (!(await pause(platform, tx, { workspaceId, id }, 'person'))) throw failure('broadcast.not_running')
  })
  return {}
}

/** @throws broadcast.not_running, .time_past, template.not_approved, usage.campaigns_reached without a plan */
export async function resumeBroadcast(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    const broadcast = await readBroadcast(tx, workspaceId, id, true)
    const { status, reason, deadline, planned_at: plannedAt } = broadcast
    if (status !== 'paused') throw failure('broadcast.not_running')
    if (deadline && deadline <= now) throw failure('broadcast.time_past', { field: 'deadline' })
    if (isWithdrawn(broadcast)) throw failure('template.not_approved')
    await requirePlan(platform, tx, workspaceId)
    await sql`update broadcasts set status = ${plannedAt ? 'running' : 'planning'}, reason = null
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    if (reason === 'failures' || reason === 'refusals') await rememberSeen(platform, tx, { workspaceId, id })
    await recordInAuditLog(platform, tx, caller, 'broadcast.resumed', id)
    if (plannedAt) await feedLater(platform, tx, { workspaceId, id })
    else await planLater(platform, tx, { workspaceId, id }, now)
  })
  return {}
}

/** @throws broadcast.not_running */
export async function cancelBroadcast(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    await readBroadcast(tx, workspaceId, id, true)
    const { rows } = await sql`update broadcasts set status = 'cancelled', reason = 'person', done_at = ${now}
      where workspace_id = ${workspaceId} and id = ${id} and status in ('scheduled', 'planning', 'running', 'paused') returning id`.execute(
      tx,
    )
    if (rows.length === 0) throw failure('broadcast.not_running')
    await recordInAuditLog(platform, tx, caller, 'broadcast.cancelled', id)
    await closeLater(platform, tx, { workspaceId, id })
  })
  return {}
}

/** One that was paused may not go on past its deadline, nor hold its place. */
export async function endOverdue(platform: Platform, { workspaceId, id }: Place): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      lately: boolean
    }>`update broadcasts set status = 'cancelled', reason = 'overdue', done_at = ${now}
      where workspace_id = ${workspaceId} and id = ${id} and status = 'paused' and deadline <= ${now}
      returning deadline > ${after(now, -days(1))} as lately`.execute(tx)
    if (!rows[0]) return
    await closeLater(platform, tx, { workspaceId, id })
    // Of one left paused long ago nobody needs news.
    if (rows[0].lately)
      await platform.jobs.emit(tx, 'broadcast.finished', { workspace_id: workspaceId, broadcast_id: id })
  })
}

async function closeLater(platform: Platform, tx: Tx, { workspaceId, id }: Place): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'close broadcast',
    key: `close:${id}`,
    lane: `close ${id}`,
    payload: { workspace_id: workspaceId, broadcast_id: id },
  })
}

export async function closeBroadcast(
  platform: Platform,
  { workspace_id: workspaceId, broadcast_id: id }: { workspace_id: string; broadcast_id: string },
): Promise<void> {
  const open = sql<Recipient>`select ${recipientColumns} from private.broadcast_recipients
    where workspace_id = ${workspaceId} and broadcast_id = ${id} and state in ('planned', 'waiting', 'queued') order by id`
  const [ended] = await platform.db.readAsService<{
    overdue: boolean
  }>(sql`select coalesce(reason = 'overdue', false) as overdue
    from broadcasts where workspace_id = ${workspaceId} and id = ${id}`)
  const reason = ended?.overdue ? 'deadline' : 'stopped'
  let after = 0
  for (;;) {
    const rows = await platform.db.readAsService<Recipient>(sql`${open} limit ${batch} offset ${after}`)
    if (rows.length === 0) break
    for (const recipient of rows) if (!(await close(platform, recipient, reason))) after++
  }
  await platform.db.asService(workspaceId, tx => countNow(platform, tx, { workspaceId, id }))
}

/** @returns false if it is being sent: its outcome is recorded when known */
async function close(
  platform: Platform,
  { workspace_id: workspaceId, id, contact_id: contactId }: Recipient,
  reason: 'deadline' | 'stopped',
) {
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = ${contactId} order by id for no key update`.execute(
      tx,
    )
    const { rows } = await sql<Recipient>`select ${recipientColumns} from private.broadcast_recipients
      where workspace_id = ${workspaceId} and id = ${id} and state in ('planned', 'waiting', 'queued') for update`.execute(
      tx,
    )
    const [recipient] = rows
    if (!recipient) return true
    const next = { state: 'skipped', reason, dueAt: now } as const
    if (recipient.state !== 'queued') await putOff(tx, recipient, next)
    else await withdrawMessage(platform, tx, recipient, next)
    const { rows: left } = await sql`select from private.broadcast_recipients
      where workspace_id = ${workspaceId} and id = ${id} and state = 'queued'`.execute(tx)
    return left.length === 0
  })
}

export async function finish(platform: Platform, tx: Tx, { workspaceId, id }: Place): Promise<void> {
  const { rows } = await sql`update broadcasts b set status = 'done', done_at = ${platform.clock.now()}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'running' and not exists (
      select from private.broadcast_recipients r where r.workspace_id = ${workspaceId} and r.broadcast_id = ${id} and r.state in ('planned', 'waiting', 'queued'))
    returning id`.execute(tx)
  if (rows.length === 0) return
  await countNow(platform, tx, { workspaceId, id })
  await platform.jobs.emit(tx, 'broadcast.finished', { workspace_id: workspaceId, broadcast_id: id })
}
