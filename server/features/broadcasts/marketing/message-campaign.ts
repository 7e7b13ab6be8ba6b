import { sql } from 'kysely'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { pause } from '../sending/pause.ts'

type Place = { workspaceId: string; broadcastId: string; channelId: string }

/** While Meta is asked for the name. */
const lookAgain = seconds(30)
const askAgainAfter = minutes(5)

/**
 * A broadcast's messages to subscriptions go under a name of its own at Meta, which is made with the first of them.
 * @returns when it may be looked at again; undefined: it may go
 */
export async function waitForCampaign(platform: Platform, tx: Tx, place: Place): Promise<Date | undefined> {
  const { workspaceId, broadcastId, channelId } = place
  const now = platform.clock.now()
  const { rows: made } =
    await sql`insert into private.message_campaigns (workspace_id, broadcast_id, channel_id) values (${workspaceId}, ${broadcastId}, ${channelId})
    on conflict do nothing returning broadcast_id`.execute(tx)
  if (made.length > 0) await later(platform, tx, place)
  const { rows } = await sql<{ external_id: string | null; ready_at: Date | null }>`select external_id, ready_at
    from private.message_campaigns where workspace_id = ${workspaceId} and broadcast_id = ${broadcastId} and channel_id = ${channelId}`.execute(
    tx,
  )
  const [campaign] = rows
  if (!campaign?.external_id) return after(now, lookAgain)
  return campaign.ready_at && campaign.ready_at > now ? campaign.ready_at : undefined
}

async function later(platform: Platform, tx: Tx, place: Place, runAt?: Date): Promise<void> {
  const { workspaceId, broadcastId, channelId } = place
  await platform.jobs.enqueue(tx, {
    kind: 'name broadcast',
    key: `name broadcast:${broadcastId}:${channelId}:${runAt ? runAt.getTime() : 'now'}`,
    lane: `name broadcast ${broadcastId}`,
    payload: { workspace_id: workspaceId, broadcast_id: broadcastId, channel_id: channelId },
    ...(runAt && { runAt }),
  })
}

/** The job that asks Meta for it. What Meta refuses pauses the broadcast until a person has done something about it. */
export async function nameBroadcast(
  platform: Platform,
  due: { workspace_id: string; broadcast_id: string; channel_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, broadcast_id: broadcastId, channel_id: channelId } = due
  const place = { workspaceId, broadcastId, channelId }
  const found = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ name: string }>`select b.name from broadcasts b
      join private.message_campaigns p on p.workspace_id = b.workspace_id and p.broadcast_id = b.id and p.channel_id = ${channelId}
      where b.workspace_id = ${workspaceId} and b.id = ${broadcastId} and p.external_id is null`.execute(tx)
    const channel = await readChannel(tx, workspaceId, channelId)
    return rows[0] && channel ? { name: rows[0].name, channel } : undefined
  })
  if (!found) return
  const { channel, name } = found
  const asked = await kindOf(channel.kind)?.marketing?.makeCampaign(platform, channel, name)
  await platform.db.asService(workspaceId, async tx => {
    if (asked?.is === 'made')
      await sql`update private.message_campaigns set external_id = ${asked.externalId} where workspace_id = ${workspaceId}
        and broadcast_id = ${broadcastId} and channel_id = ${channelId} and external_id is null`.execute(tx)
    else if (asked?.is === 'later') await later(platform, tx, place, after(platform.clock.now(), askAgainAfter))
    else {
      platform.log.warn({ channel: channelId, detail: asked?.detail }, 'Meta takes no marketing messages of a page')
      // Asked for anew by the first message after somebody lets it go on.
      await sql`delete from private.message_campaigns where workspace_id = ${workspaceId} and broadcast_id = ${broadcastId}
        and channel_id = ${channelId} and external_id is null`.execute(tx)
      await pause(platform, tx, { workspaceId, id: broadcastId }, 'ads')
    }
  })
}

/** Meta refuses for the account: what would be sent there by it waits for a person. */
export async function handleAdsRefused(
  platform: Platform,
  tx: Tx,
  told: EventCatalogue['channel.ads-refused'],
): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = told
  const { rows } = await sql<{ id: string }>`select b.id from broadcasts b
    join private.message_campaigns p on p.workspace_id = b.workspace_id and p.broadcast_id = b.id and p.channel_id = ${channelId}
    where b.workspace_id = ${workspaceId} and b.status in ('planning', 'running') order by b.id`.execute(tx)
  for (const { id } of rows) await pause(platform, tx, { workspaceId, id }, 'ads')
}
