import { sql } from 'kysely'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { pause } from '../sending/pause.ts'

type Place = { workspaceId: string; channelId: string } & (
  | { broadcastId: string; sequenceId?: undefined }
  | { sequenceId: string; broadcastId?: undefined }
)
type Due = { workspace_id: string; broadcast_id?: string; sequence_id?: string; channel_id: string }

const recheckAfter = seconds(30)
const askAgainAfter = minutes(5)
/** How long a sequence waits after Meta refused the account. */
const refusedFor = hours(1)
/** Meta accepts no second message to a subscription within this time. */
const betweenMarketing = hours(12)

const originOf = ({ broadcastId, sequenceId }: Place): string => broadcastId ?? sequenceId ?? ''
const isOf = (place: Place) =>
  sql`workspace_id = ${place.workspaceId} and origin_id = ${originOf(place)} and channel_id = ${place.channelId}`

/** Meta needs a campaign, created with the first message. Returns when to try again, and why; undefined: it may go. */
export async function waitForCampaign(
  platform: Platform,
  tx: Tx,
  place: Place,
): Promise<{ until: Date; reason: 'ads' | null } | undefined> {
  const { workspaceId, broadcastId = null, sequenceId = null, channelId } = place
  const now = platform.clock.now()
  const { rows: made } =
    await sql`insert into private.message_campaigns (workspace_id, broadcast_id, sequence_id, channel_id)
    values (${workspaceId}, ${broadcastId}::uuid, ${sequenceId}::uuid, ${channelId}) on conflict do nothing returning origin_id`.execute(
      tx,
    )
  // Refused some time ago: one of the waiting messages asks again.
  const { rows: again } =
    await sql`update private.message_campaigns set ready_at = null where ${isOf(place)} and external_id is null
    and ready_at <= ${now} returning origin_id`.execute(tx)
  if (made.length + again.length > 0) await later(platform, tx, place)
  const { rows } = await sql<{
    external_id: string | null
    ready_at: Date | null
    refused: boolean
  }>`select external_id, ready_at, refused_at is not null as refused from private.message_campaigns where ${isOf(place)}`.execute(
    tx,
  )
  const [campaign] = rows
  const reason = campaign?.refused ? 'ads' : null
  if (campaign?.ready_at && campaign.ready_at > now) return { until: campaign.ready_at, reason }
  return campaign?.external_id ? undefined : { until: after(now, recheckAfter), reason }
}

async function later(platform: Platform, tx: Tx, place: Place, runAt?: Date): Promise<void> {
  const { workspaceId, broadcastId, sequenceId, channelId } = place
  const origin = originOf(place)
  await platform.jobs.enqueue(tx, {
    kind: 'name broadcast',
    key: `name broadcast:${origin}:${channelId}:${runAt ? runAt.getTime() : 'now'}`,
    lane: `name broadcast ${origin}`,
    payload: {
      ...{ workspace_id: workspaceId, channel_id: channelId },
      ...(broadcastId ? { broadcast_id: broadcastId } : { sequence_id: sequenceId }),
    },
    ...(runAt && { runAt }),
  })
}

function placeOf({ workspace_id: workspaceId, broadcast_id, sequence_id: sequenceId = '', channel_id }: Due): Place {
  const channelId = channel_id
  return broadcast_id ? { workspaceId, broadcastId: broadcast_id, channelId } : { workspaceId, sequenceId, channelId }
}

/** A refusal pauses a broadcast until a person acts; in a sequence only recipients who need this route wait. */
export async function nameBroadcast(platform: Platform, due: Due): Promise<void> {
  const place = placeOf(due)
  const { workspaceId, channelId } = place
  const found = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      name: string
    }>`select coalesce(b.name, s.name) as name from private.message_campaigns p
      left join broadcasts b on b.workspace_id = p.workspace_id and b.id = p.broadcast_id
      left join sequences s on s.workspace_id = p.workspace_id and s.id = p.sequence_id
      where p.workspace_id = ${workspaceId} and p.origin_id = ${originOf(place)} and p.channel_id = ${channelId}
        and p.external_id is null and coalesce(b.name, s.name) is not null`.execute(tx)
    const channel = await readChannel(tx, workspaceId, channelId)
    return rows[0] && channel ? { name: rows[0].name, channel } : undefined
  })
  if (!found) return
  const { channel, name } = found
  const asked = await kindOf(channel.kind)?.marketing?.makeCampaign(platform, channel, name)
  await platform.db.asService(workspaceId, async tx => {
    if (asked?.is === 'made')
      await sql`update private.message_campaigns set external_id = ${asked.externalId}, ready_at = null, refused_at = null
        where ${isOf(place)} and external_id is null`.execute(tx)
    else if (asked?.is === 'later') await later(platform, tx, place, after(platform.clock.now(), askAgainAfter))
    else {
      platform.log.warn({ channel: channelId, detail: asked?.detail }, 'Meta takes no marketing messages of a page')
      await refuse(platform, tx, place)
    }
  })
}

async function refuse(platform: Platform, tx: Tx, place: Place): Promise<void> {
  const { workspaceId, broadcastId } = place
  if (!broadcastId) return waitWithSequences(platform, tx, place)
  await sql`delete from private.message_campaigns where ${isOf(place)} and external_id is null`.execute(tx)
  await pause(platform, tx, { workspaceId, id: broadcastId }, 'ads')
}

/** Sequences are not paused, since other steps and channels still work. Admins are notified once. */
async function waitWithSequences(
  platform: Platform,
  tx: Tx,
  { workspaceId, channelId, sequenceId }: Pick<Place, 'workspaceId' | 'channelId' | 'sequenceId'>,
): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await sql<{ sequence_id: string; is_news: boolean }>`
    with before as (
      select origin_id, refused_at from private.message_campaigns where workspace_id = ${workspaceId} and channel_id = ${channelId}
        and sequence_id is not null ${sequenceId ? sql`and sequence_id = ${sequenceId}` : sql``} for no key update)
    update private.message_campaigns p set ready_at = ${after(now, refusedFor)}, refused_at = coalesce(p.refused_at, ${now})
    from before where p.workspace_id = ${workspaceId} and p.channel_id = ${channelId} and p.origin_id = before.origin_id and p.sequence_id is not null
    returning p.sequence_id, before.refused_at is null as is_news`.execute(tx)
  for (const { sequence_id: id, is_news: isNews } of rows)
    if (isNews) await platform.jobs.emit(tx, 'sequence.ads-refused', { workspace_id: workspaceId, sequence_id: id })
}

export async function handleAdsRefused(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['channel.ads-refused'],
): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = event
  const { rows } = await sql<{ id: string }>`select b.id from broadcasts b
    join private.message_campaigns p on p.workspace_id = b.workspace_id and p.broadcast_id = b.id and p.channel_id = ${channelId}
    where b.workspace_id = ${workspaceId} and b.status in ('planning', 'running') order by b.id`.execute(tx)
  for (const { id } of rows) await pause(platform, tx, { workspaceId, id }, 'ads')
  await waitWithSequences(platform, tx, { workspaceId, channelId })
}

/** Only once the sending is certain: a repeated request is refused by Meta, which proves that the first arrived. */
export async function handleMarketingSent(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.sent'],
): Promise<void> {
  if (event.origin === null) return
  const next = after(platform.clock.now(), betweenMarketing)
  atCommit(
    tx,
    sql`with sent as (
        select m.workspace_id, v.contact_id, m.channel_id, m.origin_id from messages m
        join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
        where m.workspace_id = ${event.workspace_id} and m.id = ${event.message_id} and m.route = 'facebook.marketing'),
      taken as (
        update private.message_campaigns p set refused_at = null from sent where p.workspace_id = sent.workspace_id
          and p.origin_id = sent.origin_id and p.channel_id = sent.channel_id and p.refused_at is not null)
      update private.subscriptions s set next_at = greatest(s.next_at, ${next}) from sent
      where s.workspace_id = sent.workspace_id and s.contact_id = sent.contact_id`,
  )
}
