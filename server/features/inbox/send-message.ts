import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { preview } from './preview.ts'

export type Outgoing = {
  workspaceId: string
  conversationId: string
  author: 'bot' | 'member'
  text: string
  memberId?: string | undefined
  answerId?: string | undefined
  clientId?: string | undefined
}

export type Sent = {
  id: string
  seq: number
  channel_id: string
  text: string
  author: string
  status: string
  created_at: Date
  client_id: string | null
}

/**
 * The one door for everything that goes out: bot, members and broadcasts. A website visitor fetches by number, so a stored message
 * is a sent one; on the other channels it is queued for delivery.
 * The caller holds the conversation's row.
 */
export async function sendMessage(platform: Platform, tx: Tx, outgoing: Outgoing): Promise<Sent> {
  const now = platform.clock.now()
  const { workspaceId, conversationId } = outgoing
  const { rows } = await sql<Sent>`
    with next as (
      update conversations set last_seq = last_seq + 1, last_message_at = ${now}, preview = ${preview(outgoing.text)}, preview_author = ${outgoing.author}
      where id = ${conversationId} and workspace_id = ${workspaceId} returning last_seq, channel_id, source
    ), channel as (
      update channels set last_out_at = ${now} where workspace_id = ${workspaceId} and id = (select channel_id from next)
    )
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, member_id, answer_id, client_id, text, status, created_at)
    select ${newId()}, ${workspaceId}, ${conversationId}, channel_id, last_seq, 'out', ${outgoing.author}, ${outgoing.memberId ?? null},
      ${outgoing.answerId ?? null}, ${outgoing.clientId ?? null}, ${outgoing.text}, case when source = 'website' then 'sent' else 'queued' end, ${now}
    from next returning id, seq, channel_id, text, author, status, created_at, client_id`.execute(tx)
  const message = rows[0]
  if (!message) throw new Error('The conversation of an outgoing message is gone.')
  await platform.jobs.emit(tx, message.status === 'sent' ? 'message.sent' : 'message.queued', {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    message_id: message.id,
    channel_id: message.channel_id,
  })
  return message
}
