import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

const everyMs = 30_000

export function useBrief() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['brief', workspace.id],
    queryFn: () => call('GET /api/v1/brief'),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}

export function useLastWords(conversations: readonly Conversation[]): Map<string, string> {
  const { data } = useQuery({
    queryKey: ['last words', ...conversations.map(({ id, last_inbound_at: at }) => `${id} ${at}`)],
    enabled: conversations.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const found = await Promise.all(
        conversations.map(({ id }) =>
          readRows('messages', query =>
            query.eq('conversation_id', id).eq('direction', 'in').order('seq', { ascending: false }).limit(1),
          ),
        ),
      )
      return new Map(found.flat().map(message => [message.conversation_id, message.text.trim()]))
    },
  })
  return data ?? new Map()
}
