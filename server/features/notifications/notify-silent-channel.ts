import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notifyChannel } from './notify-shop.ts'

/** Findings that stop customers' messages; those that end by themselves are not notified. */
const silencing = new Set(['channel.hooks_failed', 'zalo.webhook_silent'])

export async function notifySilentChannel(
  platform: Platform,
  tx: Tx,
  { workspace_id, channel_id, findings }: EventCatalogue['channel.endangered'],
): Promise<void> {
  if (!findings.some(code => silencing.has(code))) return
  await notifyChannel(platform, tx, workspace_id, channel_id, 'deaf')
}
