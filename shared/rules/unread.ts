/** Times are ISO 8601. */
export type ReadState = {
  conversation_id: string
  read_at: string
  marked_at: string
  /** Messages from the customer up to then. */
  inbound_count: number
}

/** Anything older than the newest marks counts as read. */
export const marksRead = 500

type Written = { id: string; last_inbound_at: string | null; inbound_count: number }

/** `marks` are newest first; messages before all of them, or before the member joined, count as read. */
export function unreadMessages(conversation: Written, marks: readonly ReadState[], joinedAt: string | null): number {
  if (conversation.last_inbound_at === null) return 0
  const wrote = Date.parse(conversation.last_inbound_at)
  const mark = marks.find(one => one.conversation_id === conversation.id)
  if (mark) return wrote > Date.parse(mark.read_at) ? Math.max(1, conversation.inbound_count - mark.inbound_count) : 0
  const oldest = marks.length >= marksRead ? marks.at(-1)?.marked_at : undefined
  const news = wrote > Math.max(Date.parse(joinedAt ?? '') || 0, Date.parse(oldest ?? '') || 0)
  return news ? Math.max(1, conversation.inbound_count) : 0
}
