import type { Channel } from '#features/channels/channel.ts'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { applyEvent } from './apply-event.ts'

/** Platforms return no older messages, which could not be answered anyway. */
const furthestBack = days(7)

type Gap = { workspace_id: string; channel_id: string; since: string }

export async function fillGapLater(
  platform: Platform,
  tx: Tx,
  channel: Pick<Channel, 'id' | 'workspaceId'>,
  since: Date,
): Promise<void> {
  const earliest = after(platform.clock.now(), -furthestBack)
  await platform.jobs.enqueue(tx, {
    kind: 'fill gap',
    key: `fill gap:${channel.id}`,
    lane: `fill gap ${channel.id}`,
    payload: {
      workspace_id: channel.workspaceId,
      channel_id: channel.id,
      since: (since < earliest ? earliest : since).toISOString(),
    },
  })
}

export async function fillGapOfConnected(
  platform: Platform,
  tx: Tx,
  connected: { workspace_id: string; channel_id: string },
): Promise<void> {
  const channel = await readChannel(tx, connected.workspace_id, connected.channel_id)
  if (channel?.lastInAt && kindOf(channel.kind)) await fillGapLater(platform, tx, channel, channel.lastInAt)
}

/** One transaction per message, oldest first; known ones are recognised by id. */
export async function fillGap(platform: Platform, gap: Gap): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = gap
  const channel = await platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, channelId))
  const kind = channel && kindOf(channel.kind)
  if (!channel || !kind || channel.status === 'disconnected') return
  for await (const event of kind.backfill(platform, channel, new Date(gap.since))) {
    const receivedAt = platform.clock.now()
    await platform.db.asService(workspaceId, tx => applyEvent({ platform, tx, channel, event, receivedAt }))
  }
}
