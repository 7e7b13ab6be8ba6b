import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** Milliseconds between the last message of a burst and the reply, where the workspace has not chosen. */
const usualDelay = { website: 800, facebook: 3000, zalo: 3000 }
/** However long a burst goes on, its first message waits no longer than this. */
const longestWait = seconds(10)

type State = { source: 'website' | 'facebook' | 'zalo'; silent: boolean; heard: boolean; reply_delay_ms: number | null }

/**
 * A message came in: is it the bot's turn? Then the answer is due after the reply delay; each further message of a burst moves
 * that time and never doubles it. Where the bot is silent, somebody is waiting for a person. One statement, decided together with the message's
 * storing, so that no message waits for an answer that nobody remembers.
 */
export async function consider(
  platform: Platform,
  tx: Tx,
  received: EventCatalogue['message.received'],
): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId } = received
  const now = platform.clock.now()
  // Who refuses messages, or takes that back, has been told: there is nothing to answer.
  const heard =
    received.wish === 'none'
      ? sql`false`
      : sql`exists (select from consents where workspace_id = ${workspaceId} and message_id = ${received.message_id})`
  const { rows } = await sql<State>`
    with state as (
      select v.source, v.waiting_since, c.last_in_at, s.reply_delay_ms, ${heard} as heard,
        (w.bot_status = 'off' or (v.bot_status = 'off' and (v.bot_off_until is null or v.bot_off_until > ${now}))) as silent
      from conversations v join workspaces w on w.id = v.workspace_id join channels c on c.id = v.channel_id and c.workspace_id = v.workspace_id
      left join bot_settings s on s.workspace_id = v.workspace_id
      where v.workspace_id = ${workspaceId} and v.id = ${conversationId}
    ), seen as (
      update channels set last_in_at = ${now} where workspace_id = ${workspaceId} and id = ${received.channel_id}
        and exists (select from state where last_in_at is null or last_in_at <= ${after(now, -seconds(30))})
    ), waits as (
      update conversations set waiting_since = ${now} where workspace_id = ${workspaceId} and id = ${conversationId}
        and exists (select from state where silent and not heard and waiting_since is null)
    )
    select source, silent, heard, reply_delay_ms from state`.execute(tx)
  const state = rows[0]
  if (!state || state.silent || state.heard) return
  await platform.jobs.enqueue(tx, {
    kind: 'answer',
    key: `answer:${conversationId}`,
    lane: `answer ${conversationId}`,
    payload: { workspace_id: workspaceId, conversation_id: conversationId },
    runAt: after(now, state.reply_delay_ms ?? usualDelay[state.source]),
    latestMs: longestWait,
  })
}
