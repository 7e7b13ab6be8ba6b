import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'

type Place = { conversationId: string; contactId: string; messageId: string | null }

export async function saveContactDetails(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  place: Place,
  text: string,
): Promise<void> {
  for (const detail of detectContacts(text)) {
    const { rows } =
      await sql`insert into contact_details (id, workspace_id, contact_id, conversation_id, message_id, kind, value, created_at)
      values (${newId()}, ${workspaceId}, ${place.contactId}, ${place.conversationId}, ${place.messageId}, ${detail.kind}, ${detail.value}, ${platform.clock.now()})
      on conflict (workspace_id, contact_id, kind, value) do nothing returning id`.execute(tx)
    if (rows.length === 0) continue
    await platform.jobs.emit(tx, 'contact.detail-found', {
      workspace_id: workspaceId,
      conversation_id: place.conversationId,
      contact_id: place.contactId,
      message_id: place.messageId,
      kind: detail.kind,
    })
  }
}
