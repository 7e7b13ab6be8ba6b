import { sql } from 'kysely'
import type { PlatformKindName } from '#features/channels/channel.ts'
import type { Tx } from '#platform/sql/database.ts'
import { openSince } from '#shared/rules/time/messaging-window.ts'

export type Flow = {
  last_event_at: Date | null
  last_reply_at: Date | null
  waiting: number
  held: number
  oldest_at: Date | null
  window_open: number
  window_held: number
}

export async function readFlow(
  tx: Tx,
  workspaceId: string,
  channelId: string,
  kind: PlatformKindName,
  now: Date,
): Promise<Flow> {
  const { acted, fromAd } = openSince(kind, now)
  const { rows } = await sql<Flow>`
    with undelivered as (
      select status, held_reason, created_at from messages where workspace_id = ${workspaceId} and channel_id = ${channelId}
        and direction = 'out' and status in ('queued', 'sending', 'unsure', 'held')
    )
    select c.last_in_at as last_event_at, c.last_out_at as last_reply_at,
      (select count(*) from undelivered where status in ('queued', 'sending', 'unsure')) as waiting,
      (select count(*) from undelivered where status = 'held') as held,
      (select min(created_at) from undelivered where status in ('queued', 'sending')) as oldest_at,
      (select count(*) from conversations v join contacts p on p.workspace_id = v.workspace_id and p.id = v.contact_id
        where v.workspace_id = c.workspace_id and v.channel_id = c.id and (v.last_interaction_at > ${acted} or p.last_interaction_at > ${acted}
          or (p.ad_entry_at > ${fromAd} and coalesce(v.last_interaction_at, p.last_interaction_at) is not null))) as window_open,
      (select count(*) from undelivered where held_reason = 'window_closed') as window_held
    from channels c where c.workspace_id = ${workspaceId} and c.id = ${channelId}`.execute(tx)
  const flow = rows[0]
  if (!flow) throw new Error('The channel is gone.')
  return flow
}
