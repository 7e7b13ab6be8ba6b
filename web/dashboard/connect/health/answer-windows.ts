import { useQuery } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Channel, Conversation, Row } from '#web/data/wire-rows.ts'

export type Waiting = Pick<Conversation, 'id' | 'contact_name' | 'contact_id' | 'last_interaction_at'> & {
  contact: Pick<Row<'contacts'>, 'last_interaction_at' | 'ad_entry_at'> | null
}

export const maxCounted = 200
const columns = 'id,contact_name,contact_id,last_interaction_at,contact:contacts(last_interaction_at,ad_entry_at)'

export function useOpenConversations(channel: Channel) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['windows', workspace.id, channel.id],
    refetchInterval: 60_000,
    queryFn: async () =>
      (await readRows(
        'conversations',
        query =>
          query
            .eq('workspace_id', workspace.id)
            .eq('channel_id', channel.id)
            .eq('status', 'open')
            .order('last_interaction_at', { ascending: false, nullsFirst: false })
            .limit(maxCounted),
        columns,
      )) as unknown as Waiting[],
  })
}
