import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readRows } from '#web/data/read.ts'
import type { Message } from '#web/data/wire-rows.ts'
import type { Notification } from '#web/parts/workspace/notification-rows.ts'

const maxRead = 300
const about = new Set(['person_wanted', 'intent', 'conversation_assigned', 'contact_detail'])

/** Read with current rights and not stored: messages deleted since are not shown. */
export function useLastMessages(rows: readonly Notification[]): Map<string, string> {
  const aboutMessages = rows.filter(({ kind, data }) => about.has(kind) && data?.conversation_id)
  const ids = [...new Set(aboutMessages.map(({ data }) => data?.conversation_id ?? ''))]
  const { data: messages = [] } = useQuery({
    queryKey: ['customers words', ...ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: () =>
      readRows('messages', query =>
        query
          .in('conversation_id', ids)
          .eq('direction', 'in')
          .is('deleted_at', null)
          .order('created_at', { ascending: false })
          .limit(maxRead),
      ),
  })
  const wordsOf = ({ data, created_at: at }: Notification) =>
    messages.find(message => isBefore(message, data, at))?.text
  return new Map(aboutMessages.flatMap(row => [[row.id, wordsOf(row)?.trim() ?? ''] as const]))
}

function isBefore(message: Message, data: Notification['data'], at: string): boolean {
  return message.conversation_id === data?.conversation_id && Date.parse(message.created_at) <= Date.parse(at)
}
