import { useQuery } from '@tanstack/react-query'
import { useLiveRows, type LiveList } from '#web/data/live-rows.tsx'
import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Source } from '#web/data/wire-rows.ts'

/** When the bot first answered a real customer; null while it has not. */
export function useFirstAnswer() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['first answer', workspace.id],
    refetchInterval: query => (query.state.data ? false : 5000),
    async queryFn() {
      const rows = await readRows('answers', query =>
        query.eq('workspace_id', workspace.id).not('reply_id', 'is', null).order('created_at').limit(1),
      )
      return rows[0]?.created_at ?? null
    },
  })
}

/** Whether somebody has asked the bot something here, outside of any conversation. */
export function useHasTried(): boolean {
  const { workspace } = useCurrentWorkspace()
  const query = useQuery({
    queryKey: ['tried', workspace.id],
    refetchInterval: state => (state.state.data ? false : 5000),
    queryFn: async () => {
      const rows = await readRows('answers', answers =>
        answers.eq('workspace_id', workspace.id).is('conversation_id', null).limit(1),
      )
      return rows.length > 0
    },
  })
  return query.data ?? false
}

/** Whether there is anything that the bot may learn from. */
export function useHasSource(): boolean {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Source>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'sources',
      key: ['the first'],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === workspace.id && row.status === 'processed',
      compare: (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
      load: () =>
        readRows('sources', query =>
          query.eq('workspace_id', workspace.id).eq('status', 'processed').order('created_at').limit(1),
        ),
    }),
    [workspace.id],
  )
  return useLiveRows(list).rows.length > 0
}
