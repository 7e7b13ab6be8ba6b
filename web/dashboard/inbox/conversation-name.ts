import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

export function conversationName(row: Pick<Conversation, 'contact_name' | 'contact_id'>, texts: InboxTexts): string {
  return row.contact_name.trim() || fill(texts.nameless, { code: row.contact_id.slice(-4).toUpperCase() })
}

/** The words for the avatar's initials: "4F" for "Khách 4F2A". */
export function avatarName(row: Pick<Conversation, 'contact_name' | 'contact_id'>): string {
  return row.contact_name.trim() || row.contact_id.slice(-4, -2).split('').join(' ')
}
