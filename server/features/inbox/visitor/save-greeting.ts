import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import type { Inbound } from '../arrivals/inbound.ts'
import { findRepeated, openConversation } from '../arrivals/receive-message.ts'

export type StoredGreeting = { messageId: string; conversationId: string; seq: number }

/** Stored before its answer, as context for a "yes"; once per rule and conversation. The page never supplies the text. */
export async function saveGreeting(
  platform: Platform,
  tx: Tx,
  inbound: Inbound,
  { id, language }: { id: string; language: Language },
): Promise<StoredGreeting | undefined> {
  const text = await textOf(tx, inbound.workspaceId, id, language)
  if (text === undefined || (await findRepeated(tx, inbound))) return undefined
  let conversation = await held(tx, inbound)
  if (!conversation) {
    await openConversation(platform, tx, inbound)
    conversation = await held(tx, inbound)
  }
  const { workspaceId } = inbound
  const now = platform.clock.now()
  const { rows } = await sql<{ id: string; seq: number }>`
    with next as (
      update conversations v set last_seq = last_seq + 1
      where v.workspace_id = ${workspaceId} and v.id = ${conversation ?? null}
        and not exists (select from messages m where m.conversation_id = v.id and m.payload = ${`greeting:${id}`})
        and not exists (select from messages m where m.conversation_id = v.id and m.seq = v.last_seq and m.author = 'contact')
      returning v.id, v.last_seq, v.channel_id
    )
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, payload, status, sent_at, created_at)
    select ${newId()}, ${workspaceId}, id, channel_id, last_seq, 'out', 'bot', ${text}, ${`greeting:${id}`}, 'sent', ${now}, ${now}
    from next returning id, seq`.execute(tx)
  const [stored] = rows
  return stored && conversation ? { messageId: stored.id, conversationId: conversation, seq: stored.seq } : undefined
}

async function textOf(tx: Tx, workspaceId: string, id: string, language: Language): Promise<string | undefined> {
  const { rows } = await sql<{ text: string | null }>`
    select case when ${language} = 'en' then coalesce(text_en, text_vi) else coalesce(text_vi, text_en) end as text
    from greetings where workspace_id = ${workspaceId} and id = ${id} and enabled`.execute(tx)
  return rows[0]?.text || undefined
}

async function held(tx: Tx, { workspaceId, channelId, contact }: Inbound): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select v.id from conversations v where v.workspace_id = ${workspaceId} and v.status <> 'closed' and v.contact_id = (
      select c.id from contacts c where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.external_id = ${contact.externalId})
    for no key update`.execute(tx)
  return rows[0]?.id
}
