import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLiveConnection } from '#web/data/live/live-rows.tsx'

const pauseMs = 400

/** At most 100; counted again soon after a change. */
export function useUnreadTotal(): number {
  const { workspace, me } = useCurrentWorkspace()
  const connection = useLiveConnection()
  const queries = useQueryClient()
  const personId = me?.person_id ?? ''
  const queryKey = useMemo(() => ['unread conversations', workspace.id, personId], [workspace.id, personId])
  const topics = useMemo(() => [`workspace:${workspace.id}`, `person:${personId}`], [workspace.id, personId])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey })
      }, pauseMs)
    }
    const stops = topics.flatMap(topic => [connection.use(topic), connection.onChange(topic, counted, again)])
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [connection, queries, queryKey, topics])

  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/conversations/unread'),
    staleTime: Infinity,
  })
  return data?.count ?? 0
}

const counted = ['conversations', 'conversation_reads']
