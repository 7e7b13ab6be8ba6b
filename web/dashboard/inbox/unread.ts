import type { Conversation, Row } from '#web/data/wire-rows.ts'

export type ReadMark = Row<'conversation_reads'>

/** The newest ones are enough: what is older counts as read. */
export const marksRead = 500

/** @param marks newest first; what came before all of them, or before the member joined, is not news */
export function isUnread(
  conversation: Pick<Conversation, 'id' | 'last_inbound_at'>,
  marks: readonly Pick<ReadMark, 'conversation_id' | 'read_at'>[],
  joinedAt: string | null,
): boolean {
  if (conversation.last_inbound_at === null) return false
  const wrote = Date.parse(conversation.last_inbound_at)
  const mark = marks.find(one => one.conversation_id === conversation.id)
  if (mark) return wrote > Date.parse(mark.read_at)
  const oldest = marks.length >= marksRead ? marks.at(-1)?.read_at : undefined
  return wrote > Math.max(Date.parse(joinedAt ?? '') || 0, Date.parse(oldest ?? '') || 0)
}
