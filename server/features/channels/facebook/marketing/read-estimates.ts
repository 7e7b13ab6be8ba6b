import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { readChannel } from '../../channel-row.ts'
import { facebookMarketing } from './marketing.ts'

export async function readEstimates(platform: Platform): Promise<void> {
  const linked = await platform.db.readAsService<{ workspace_id: string; channel_id: string }>(
    sql`select a.workspace_id, a.channel_id from private.ad_accounts a
      join channels h on h.workspace_id = a.workspace_id and h.id = a.channel_id and h.status = 'connected'
      order by a.read_at nulls first limit 500`,
  )
  for (const { workspace_id: workspaceId, channel_id: id } of linked) {
    const channel = await platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, id))
    if (channel) await facebookMarketing.readEstimate(platform, channel)
  }
}
