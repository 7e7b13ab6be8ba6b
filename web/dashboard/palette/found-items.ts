import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConversationHit } from '#shared/contracts/inbox/conversations.contract.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import type { Command } from '#web/parts/commands/commands.ts'
import { matchesWords } from './highlight-words.ts'

export type FoundConversation = Conversation & { hit?: ConversationHit | undefined }

/** Milliseconds. */
export const askAfterMs = 140
const maxShown = 6

export function useFoundConversations(query: string) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['palette', workspace.id, query],
    placeholderData: keepPreviousData,
    staleTime: 5000,
    retry: false,
    async queryFn({ signal }) {
      const asked = { group: 'all', limit: maxShown, ...(query && { q: query }) } as const
      const { conversations } = await call('GET /api/v1/conversations', { query: asked, signal })
      return conversations
    },
  })
}

export type FoundSource = { id: string; title: string; status: string }

/** Read once while the palette is open: a plan limits their number. */
export function useSources(words: readonly string[]): FoundSource[] {
  const { workspace } = useCurrentWorkspace()
  const { data = [] } = useQuery({
    queryKey: ['palette sources', workspace.id],
    staleTime: 30_000,
    enabled: words.length > 0,
    queryFn: () =>
      readRows(
        'sources',
        query =>
          query
            .eq('workspace_id', workspace.id)
            .in('kind', ['file', 'link'])
            .is('parent_id', null)
            .neq('status', 'removed')
            .limit(500),
        'id,title,status',
      ),
  })
  return words.length === 0 ? [] : data.filter(source => matchesWords(source.title, words)).slice(0, 4)
}

/** Likeliest first; without words, the common ones. */
export function findCommands(commands: readonly Command[], words: readonly string[]): Command[] {
  if (words.length === 0) return commands.filter(command => !command.rare)
  return commands
    .flatMap((command, index) => {
      if (matchesWords(command.text, words)) return [{ command, rank: index }]
      return matchesWords(`${command.text} ${command.words ?? ''}`, words) ? [{ command, rank: 1000 + index }] : []
    })
    .sort((a, b) => a.rank - b.rank)
    .map(found => found.command)
}
