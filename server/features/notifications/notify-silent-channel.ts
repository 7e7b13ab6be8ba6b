import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notifyChannel } from './notify-shop.ts'

/** After these, customers' messages do not arrive, or soon will not. What is mended without anybody is not told. */
const deafening = new Set(['channel.hooks_failed', 'zalo.webhook_silent'])

/** A channel may not hear its customers any more: told before the platform gives it up. */
export async function notifySilentChannel(
  platform: Platform,
  tx: Tx,
  { workspace_id, channel_id, findings }: EventCatalogue['channel.endangered'],
): Promise<void> {
  if (!findings.some(code => deafening.has(code))) return
  // The event comes once for each time that a finding is new.
  await notifyChannel(platform, tx, workspace_id, channel_id, 'deaf')
}
