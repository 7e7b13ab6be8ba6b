import { useQuery } from '@tanstack/react-query'
import { useLiveRows, type LiveList } from '#web/data/live-rows.tsx'
import { useMemo } from 'react'
import { client } from '#web/data/client.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import { unreachable, ApiError } from '#web/data/api.ts'
import type { Source } from '#web/data/wire-rows.ts'
import { startOfDay } from './start-of-day.ts'

export type Today = {
  conversations: number
  answers: number
  /** How often the bot called a person, and how often it did not know. */
  handovers: number
  unanswered: number
}

const everyMs = 20_000

/** Today's numbers, by the shop's own clock, read again every 20 seconds. */
export function useToday() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['today', workspace.id],
    refetchInterval: everyMs,
    async queryFn(): Promise<Today> {
      const since = startOfDay(workspace.time_zone, new Date()).toISOString()
      const decided = (act: 'handoff' | 'abstain') =>
        count(
          client()
            .from('answers')
            .select('id', { count: 'exact' })
            .eq('workspace_id', workspace.id)
            .eq('act', act)
            .not('conversation_id', 'is', null)
            .gte('created_at', since)
            .limit(1),
        )
      const [conversations, answers, handovers, unanswered] = await Promise.all([
        count(
          client()
            .from('conversations')
            .select('id', { count: 'exact' })
            .eq('workspace_id', workspace.id)
            .gte('last_inbound_at', since)
            .limit(1),
        ),
        count(
          client()
            .from('answers')
            .select('id', { count: 'exact' })
            .eq('workspace_id', workspace.id)
            .not('reply_id', 'is', null)
            .gte('created_at', since)
            .limit(1),
        ),
        decided('handoff'),
        decided('abstain'),
      ])
      return { conversations, answers, handovers, unanswered }
    },
  })
}

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

type Counted = PromiseLike<{ count: number | null; error: { code: string; message: string } | null; status: number }>

async function count(query: Counted): Promise<number> {
  const { count: found, error, status } = await query
  if (!error) return found ?? 0
  throw status ? new ApiError(error.code, error.message, status) : unreachable()
}
