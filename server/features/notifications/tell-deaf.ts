import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notify } from './notify.ts'

/** After these, customers' messages do not arrive, or soon will not. What is mended without anybody is not told. */
const deafening = new Set(['channel.hooks_failed', 'zalo.webhook_silent'])

/** A channel may not hear its customers any more: told before the platform gives it up. */
export async function tellChannelDeaf(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, channel_id: id, findings }: EventCatalogue['channel.endangered'],
): Promise<void> {
  if (!findings.some(code => deafening.has(code))) return
  const { rows } = await sql<{ name: string; workspace: string }>`select c.name, w.name as workspace
    from channels c join workspaces w on w.id = c.workspace_id where c.workspace_id = ${workspaceId} and c.id = ${id}`.execute(
    tx,
  )
  const [channel] = rows
  if (!channel) return
  await notify(platform, tx, 'admins', {
    workspaceId,
    kind: 'channel_lost',
    // The event comes once for each time that a finding is new.
    matter: `deaf ${id} ${newId()}`,
    data: { what: 'deaf', ...channel, channel_id: id },
  })
}
