import { type RawBuilder, sql } from 'kysely'
import { campaignsIn, paceOf } from '#features/inbox/delivery/pace-of.ts'
import { after, seconds } from '#platform/clock.ts'
import type { Config } from '#server/config.ts'
import type { ChannelKind } from '#shared/words.ts'

export const madeAhead = seconds(2)
/** On slow accounts this many wait, so that no second passes unused. */
const minSlots = 3
/** A reply that has waited this long goes first. */
const replyWaits = seconds(1)

export type ChannelNow = { kind: ChannelKind; pace: number | null; reply_waits: boolean; on_their_way: number }

export function channelNow(workspaceId: string, channelId: string, now: Date): RawBuilder<ChannelNow> {
  const waiting = sql`select from messages m where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.direction = 'out'
    and m.status = 'queued' and m.origin is null and coalesce(m.check_at, m.created_at) < ${after(now, -replyWaits)}`
  return sql<ChannelNow>`select h.kind, l.requests_per_minute as pace, exists (${waiting}) as reply_waits,
      (select count(*)::int from messages m where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.direction = 'out'
        and m.status in ('queued', 'sending') and m.origin is not null) as on_their_way
    from channels h left join channel_limits l on l.workspace_id = h.workspace_id and l.channel_id = h.id
    where h.workspace_id = ${workspaceId} and h.id = ${channelId}`
}

export function slotsOn(config: Config, { kind, pace, reply_waits: waits, on_their_way: sending }: ChannelNow): number {
  return waits ? 0 : Math.max(minSlots, campaignsIn(paceOf(config, kind, pace), madeAhead)) - sending
}
