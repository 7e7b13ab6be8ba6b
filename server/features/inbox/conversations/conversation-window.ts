import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { messagingWindow } from '#shared/rules/time/messaging-window.ts'
import type { ChannelKind } from '#shared/words.ts'

/** @throws inbox.window_closed, inbox.cost_confirmation_needed */
export async function refuseOutsideWindow(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  conversationId: string,
  paidConfirmed: boolean,
): Promise<void> {
  const { rows } = await sql<{ source: ChannelKind; last: Date | null; ad_entry_at: Date | null }>`
    select v.source, greatest(v.last_interaction_at, c.last_interaction_at) as last, c.ad_entry_at from conversations v
    join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
    where v.workspace_id = ${workspaceId} and v.id = ${conversationId}`.execute(tx)
  const conversation = rows[0]
  if (!conversation) throw failure('request.not_found')
  const answer = messagingWindow({
    kind: conversation.source,
    lastInteraction: conversation.last,
    adEntry: conversation.ad_entry_at,
    author: 'member',
    humanAgent: platform.config.FACEBOOK_HUMAN_AGENT,
    paidConfirmed,
    now: platform.clock.now(),
  })
  if (answer.allowed) return
  if (answer.reason === 'confirmation_needed')
    throw failure('inbox.cost_confirmation_needed', { until: answer.until.toISOString() })
  throw failure('inbox.window_closed', { closed_at: answer.closedAt?.toISOString() ?? null })
}
