import { type RefObject, useMemo } from 'react'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { ContactDetail, Message } from '#web/data/wire-rows.ts'
import type { ThreadAnswer } from './thread-entries.ts'

const pageSize = 50

/** Read at most in one page, to reach a message far back. */
const maxPageLength = 1000
/** How many earlier messages are shown before the sought one. */
const around = 15

/** Newest first, fifty per page; the next page also reaches back to message number `reach`. */
export function useMessages(conversationId: string, reach: RefObject<number | undefined>): LiveRows<Message> {
  const list = useMemo<LiveList<Message>>(
    () => ({
      topic: `conversation:${conversationId}`,
      table: 'messages',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.conversation_id === conversationId,
      compare: (a, b) => b.seq - a.seq,
      pageSize,
      load: edge =>
        readRows('messages', start => {
          const query = start.eq('conversation_id', conversationId)
          const far = edge && reach.current !== undefined ? edge.seq - reach.current + around : 0
          return (edge ? query.lt('seq', edge.seq) : query)
            .order('seq', { ascending: false })
            .limit(Math.min(Math.max(far, pageSize), maxPageLength))
        }),
    }),
    [conversationId, reach],
  )
  return useLiveRows(list)
}

const answerColumns = 'id,conversation_id,act,reply_id,silent_reason,visitor_rating,up_to_seq,created_at'
const answersRead = 200

/** Newest first; details are read on demand. */
export function useAnswers(conversationId: string): LiveRows<ThreadAnswer> {
  const list = useMemo<LiveList<ThreadAnswer>>(
    () => ({
      topic: `conversation:${conversationId}`,
      table: 'answers',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.conversation_id === conversationId,
      compare: (a, b) => (b.up_to_seq ?? 0) - (a.up_to_seq ?? 0) || (a.id < b.id ? 1 : -1),
      load: () =>
        readRows(
          'answers',
          query =>
            query.eq('conversation_id', conversationId).order('up_to_seq', { ascending: false }).limit(answersRead),
          answerColumns,
        ),
    }),
    [conversationId],
  )
  return useLiveRows(list)
}

export function useContactDetails(conversationId: string, contactId: string): LiveRows<ContactDetail> {
  const list = useMemo<LiveList<ContactDetail>>(
    () => ({
      topic: `conversation:${conversationId}`,
      table: 'contact_details',
      key: [contactId],
      keyOf: row => row.id,
      accepts: row => row.contact_id === contactId,
      compare: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1),
      load: () => readRows('contact_details', query => query.eq('contact_id', contactId).order('created_at')),
    }),
    [conversationId, contactId],
  )
  return useLiveRows(list)
}
