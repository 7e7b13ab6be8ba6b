import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { isOpenToBot } from '#shared/rules/time/messaging-window.ts'
import type { ChannelKind } from '#shared/words.ts'

type Missed = { id: string; source: ChannelKind; last: Date | null; ad_entry_at: Date | null; pays: boolean }

/** No platform lets anybody answer later than this. */
const furthestBack = days(7)

/** A channel works again: answers once the messages missed, as far as the platform still lets a bot answer. */
export async function answerMissed(
  platform: Platform,
  { workspace_id: workspaceId, channel_id: channelId }: { workspace_id: string; channel_id: string },
): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<Missed>`
    select v.id, v.source, greatest(v.last_interaction_at, c.last_interaction_at) as last, c.ad_entry_at,
      exists (select from private.paid_replies a where a.workspace_id = v.workspace_id and a.channel_id = v.channel_id) as pays
    from conversations v
    join workspaces w on w.id = v.workspace_id and w.bot_status = 'on' and w.deleted_at is null
    join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
    where v.workspace_id = ${workspaceId} and v.channel_id = ${channelId} and v.status = 'open' and v.preview_author = 'contact'
      and (v.bot_status = 'on' or v.bot_off_until <= ${now}) and v.last_inbound_at > ${after(now, -furthestBack)}
    order by v.last_inbound_at limit 1000`.execute(tx),
  )
  for (const { id, source: kind, last, ad_entry_at: adEntry, pays: botPays } of rows) {
    if (isOpenToBot({ kind, lastInteraction: last, adEntry, botPays, now }))
      await platform.db.asService(workspaceId, tx => answerNow(platform, tx, workspaceId, id))
  }
}

async function answerNow(platform: Platform, tx: Tx, workspaceId: string, id: string): Promise<void> {
  await sql`update conversations v set waiting_since = null where v.workspace_id = ${workspaceId} and v.id = ${id}
    and v.waiting_since > coalesce((select max(m.created_at) from messages m
      where m.workspace_id = v.workspace_id and m.conversation_id = v.id and m.direction = 'out'), '-infinity')`.execute(
    tx,
  )
  await platform.jobs.enqueue(tx, {
    kind: 'answer',
    key: `answer:${id}`,
    lane: `answer ${id}`,
    payload: { workspace_id: workspaceId, conversation_id: id },
  })
}
