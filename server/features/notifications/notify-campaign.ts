import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notify } from './notify.ts'

type Named = { name: string; workspace: string; sent: number; late: 'deadline' | 'overdue' | null }

export async function notifyCampaignFinished(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, broadcast_id: id }: EventCatalogue['broadcast.finished'],
): Promise<void> {
  await notifyCampaign(platform, tx, { workspaceId, id, what: 'finished' })
}

/** Only for automatic pauses, which an admin must resume. */
export async function notifyCampaignPaused(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, broadcast_id: id, reason }: EventCatalogue['broadcast.paused'],
): Promise<void> {
  if (reason !== 'person') await notifyCampaign(platform, tx, { workspaceId, id, what: reason })
}

type CampaignNotice = { workspaceId: string; id: string; what: string }

async function notifyCampaign(
  platform: Platform,
  tx: Tx,
  { workspaceId, id, what: happened }: CampaignNotice,
): Promise<void> {
  const { rows } =
    await sql<Named>`select b.name, w.name as workspace, case when b.status = 'cancelled' and b.reason in ('deadline', 'overdue') then b.reason end as late,
      (select count(*)::int from private.broadcast_recipients r where r.workspace_id = b.workspace_id and r.broadcast_id = b.id
        and r.state in ('sent', 'delivered', 'read')) as sent
    from broadcasts b join workspaces w on w.id = b.workspace_id where b.workspace_id = ${workspaceId} and b.id = ${id}`.execute(
      tx,
    )
  const [campaign] = rows
  if (!campaign) return
  const { name, workspace, sent, late } = campaign
  const what = late ?? happened
  const matter = `campaign ${id} ${what} ${newId()}`
  const data = { what, name, workspace, count: sent, broadcast_id: id }
  await notify(platform, tx, 'admins', { workspaceId, kind: 'campaign', matter, data })
}

/** The sequence runs on; messages with this template wait and are then skipped. */
export async function notifySequenceTemplate(
  platform: Platform,
  tx: Tx,
  {
    workspace_id: workspaceId,
    sequence_id: id,
    template_id: templateId,
  }: EventCatalogue['sequence.template-withdrawn'],
): Promise<void> {
  const { rows } = await sql<{ name: string; template: string; workspace: string }>`
    select s.name, t.name as template, w.name as workspace from sequences s join workspaces w on w.id = s.workspace_id
    join templates t on t.workspace_id = s.workspace_id and t.id = ${templateId}
    where s.workspace_id = ${workspaceId} and s.id = ${id}`.execute(tx)
  if (!rows[0]) return
  // Withdrawn again after approval is news again.
  const matter = `sequence ${id} template ${templateId} ${newId()}`
  const data = { what: 'sequence_template', ...rows[0], sequence_id: id }
  await notify(platform, tx, 'admins', { workspaceId, kind: 'campaign', matter, data })
}

/** The sequence runs on; what Meta would bill waits and is then skipped. */
export async function notifySequenceAds(platform: Platform, tx: Tx, event: EventCatalogue['sequence.ads-refused']) {
  await notifySequence(platform, tx, event, 'ads')
}

/** After a restore it may have sent unrecorded messages, so an admin must resume it. */
export async function notifySequenceRestored(platform: Platform, tx: Tx, event: EventCatalogue['sequence.restored']) {
  await notifySequence(platform, tx, event, 'restored')
}

async function notifySequence(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, sequence_id: id }: { workspace_id: string; sequence_id: string },
  what: 'ads' | 'restored',
): Promise<void> {
  const { rows } = await sql<{ name: string; workspace: string }>`
    select s.name, w.name as workspace from sequences s join workspaces w on w.id = s.workspace_id
    where s.workspace_id = ${workspaceId} and s.id = ${id}`.execute(tx)
  if (!rows[0]) return
  const data = { what: `sequence_${what}`, ...rows[0], sequence_id: id }
  await notify(platform, tx, 'admins', {
    workspaceId,
    kind: 'campaign',
    matter: `sequence ${id} ${what} ${newId()}`,
    data,
  })
}
