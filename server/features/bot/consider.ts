import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** Milliseconds between the last message of a burst and the reply, where the workspace has not chosen. */
const usualDelay = { website: 800, facebook: 3000, zalo: 3000 }
/** However long a burst goes on, its first message waits no longer than this. */
const longestWait = seconds(10)

type State = {
  source: 'website' | 'facebook' | 'zalo'
  silent: boolean
  reply_delay_ms: number | null
  burst_began: Date | null
}

/**
 * A message came in: is it the bot's turn? Then the answer is due after the reply delay; each further message of a burst moves
 * that time and never doubles it. Where the bot is silent, somebody is waiting for a person.
 */
export async function consider(platform: Platform, received: EventCatalogue['message.received']): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId } = received
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    await sql`update channels set last_in_at = ${now} where workspace_id = ${workspaceId} and id = ${received.channel_id}
      and (last_in_at is null or last_in_at < ${after(now, -seconds(30))})`.execute(tx)
    const { rows } = await sql<State>`
      select v.source, s.reply_delay_ms,
        (w.bot_status = 'off' or (v.bot_status = 'off' and (v.bot_off_until is null or v.bot_off_until > ${now}))) as silent,
        (select min(m.created_at) from messages m where m.workspace_id = ${workspaceId} and m.conversation_id = v.id and m.direction = 'in'
          and m.seq > coalesce((select max(o.seq) from messages o where o.conversation_id = v.id and o.direction = 'out'), 0)) as burst_began
      from conversations v join workspaces w on w.id = v.workspace_id
      left join bot_settings s on s.workspace_id = v.workspace_id
      where v.workspace_id = ${workspaceId} and v.id = ${conversationId}`.execute(tx)
    const state = rows[0]
    if (!state) return
    if (state.silent) {
      await sql`update conversations set waiting_since = ${now}
        where workspace_id = ${workspaceId} and id = ${conversationId} and waiting_since is null and last_inbound_at is not null
          and not exists (select from messages m where m.conversation_id = conversations.id and m.direction = 'out' and m.seq > ${received.seq})`.execute(
        tx,
      )
      return
    }
    const due = after(now, state.reply_delay_ms ?? usualDelay[state.source])
    const latest = after(state.burst_began ?? now, longestWait)
    await platform.jobs.enqueue(tx, {
      kind: 'answer',
      key: `answer:${conversationId}`,
      lane: `answer ${conversationId}`,
      payload: { workspace_id: workspaceId, conversation_id: conversationId },
      runAt: due < latest ? due : latest,
    })
  })
}
