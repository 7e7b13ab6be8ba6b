import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { sentimentOf } from '#shared/rules/text/sentiment.ts'
import { previewOf } from '../messages/preview.ts'
import type { Inbound, Stored } from '../arrivals/inbound.ts'
import { customerOf, emitContact, newContact } from './customer-of-contact.ts'

type Begun = { message_id: string; conversation_id: string; contact_id: string | null }

/** A stranger's first message in one statement; writes nothing if they are known after all. */
export async function beginConversation(platform: Platform, tx: Tx, inbound: Inbound): Promise<Stored | undefined> {
  const now = platform.clock.now()
  const { workspaceId, channelId, contact, text } = inbound
  const shown = previewOf(text)
  const customerId = newId()
  const { rows } = await sql<Begun>`
    with person as (${newContact({ workspaceId, channelId, contact, customerId, now })}), customer as (${customerOf(workspaceId, customerId, now)}), talk as (
      insert into conversations (id, workspace_id, channel_id, contact_id, source, status, last_seq, inbound_count, last_message_at, last_inbound_at,
        last_interaction_at, preview, preview_author, customer_said, contact_name, sentiment, language, created_at)
      select ${newId()}, ${workspaceId}, ${channelId}, id, ${inbound.source}, 'open', 1, 1, ${now}, ${now},
        ${now}, ${shown}, 'contact', ${shown}, name, ${sentimentOf(text).label}, ${languageOf(text)}, ${now} from person
      returning id, contact_id
    )
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, client_id, text, status, created_at)
    select ${newId()}, ${workspaceId}, id, ${channelId}, 1, 'in', 'contact', ${inbound.clientId ?? null}, ${text}, 'stored', ${now} from talk
    returning id as message_id, conversation_id, (select contact_id from talk) as contact_id`.execute(tx)
  const [begun] = rows
  if (!begun?.contact_id) return undefined
  const { conversation_id: conversationId, contact_id: contactId } = begun
  await emitContact(platform, tx, { workspaceId, contactId, channelId, customerId })
  await platform.jobs.emit(tx, 'conversation.opened', {
    ...{ workspace_id: workspaceId, conversation_id: conversationId },
    ...{ contact_id: contactId, channel_id: channelId },
  })
  return { messageId: begun.message_id, conversationId, contactId, seq: 1, repeated: false, writtenBefore: null }
}
