import { useQuery } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Channel } from '#web/data/wire-rows.ts'

export const maxCounted = 200
const columns = 'id,contact_name,contact_id,last_interaction_at,contact:contacts(last_interaction_at,ad_entry_at)'

export function useOpenConversations(channel: Channel) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['windows', workspace.id, channel.id],
    refetchInterval: 60_000,
    queryFn: () => readWaiting(workspace.id, channel.id),
  })
}

export type Waiting = Awaited<ReturnType<typeof readWaiting>>[number]

function readWaiting(workspaceId: string, channelId: string) {
  return readRows(
    'conversations',
    query =>
      query
        .eq('workspace_id', workspaceId)
        .eq('channel_id', channelId)
        .eq('status', 'open')
        .order('last_interaction_at', { ascending: false, nullsFirst: false })
        .limit(maxCounted),
    columns,
  )
}
