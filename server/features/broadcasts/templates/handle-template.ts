import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { pause } from '../sending/pause.ts'

/** Broadcasts using it are paused; recipients keep their place. */
export async function handleTemplate(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, template_id: templateId, state }: EventCatalogue['template.changed'],
): Promise<void> {
  if (state === 'approved') return
  const { rows } = await sql<{ id: string }>`select id from broadcasts where workspace_id = ${workspaceId}
    and status in ('planning', 'running') and content -> 'template' ->> 'id' = ${templateId} order by id`.execute(tx)
  for (const { id } of rows) await pause(platform, tx, { workspaceId, id }, 'template')
}

export const withdrawn = 'zalo.template_disabled'

export async function handleWithdrawn(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.failed'],
): Promise<void> {
  if (event.code !== withdrawn) return
  const { workspace_id: workspaceId, channel_id: channelId } = event
  const { rows } = await sql<{ broadcast_id: string }>`select broadcast_id from private.broadcast_recipients
    where message_id = ${event.message_id} and workspace_id = ${workspaceId}`.execute(tx)
  // Certainly refused: sent again as a new message.
  await sql`update messages set client_id = null where workspace_id = ${workspaceId} and id = ${event.message_id} and origin = 'broadcast'`.execute(
    tx,
  )
  await sql`update private.broadcast_recipients set state = 'waiting', reason = 'template_not_approved', message_id = null, cost = 0, due_at = ${platform.clock.now()}
    where message_id = ${event.message_id} and workspace_id = ${workspaceId} and state = 'failed'`.execute(tx)
  for (const { broadcast_id: id } of rows) await pause(platform, tx, { workspaceId, id }, 'template')
  await platform.jobs.emit(tx, 'channel.account-reported', { workspace_id: workspaceId, channel_id: channelId })
}
