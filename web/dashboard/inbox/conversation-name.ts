import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

/** What a customer is called: their name, or "Khách 4F2A" after the end of their id. */
export function conversationName(row: Pick<Conversation, 'contact_name' | 'contact_id'>, texts: InboxTexts): string {
  return row.contact_name.trim() || fill(texts.nameless, { code: row.contact_id.slice(-4).toUpperCase() })
}

/** The words whose first letters stand on the customer's avatar: "4F" for "Khách 4F2A". */
export function avatarName(row: Pick<Conversation, 'contact_name' | 'contact_id'>): string {
  return row.contact_name.trim() || row.contact_id.slice(-4, -2).split('').join(' ')
}
