import { useMemo } from 'react'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import { useSession } from '#web/data/session/session.tsx'
import type { Row } from '#web/data/wire-rows.ts'

export type Notification = Pick<
  Row<'notifications'>,
  'id' | 'person_id' | 'workspace_id' | 'kind' | 'data' | 'read_at' | 'created_at'
>

const pageSize = 30
const maxCounted = 100

/** From all workspaces, newest first. */
export function useNotifications(unreadOnly: boolean): LiveRows<Notification> {
  const id = useCurrentPersonId()
  const list = useMemo(() => listOf(id, unreadOnly, pageSize), [id, unreadOnly])
  return useLiveRows(list)
}

export function useUnreadCount(): number {
  const id = useCurrentPersonId()
  const list = useMemo(() => listOf(id, true, maxCounted), [id])
  return useLiveRows(list).rows.length
}

function useCurrentPersonId(): string {
  const { session } = useSession()
  return session?.user.id ?? ''
}

function listOf(id: string, unreadOnly: boolean, size: number): LiveList<Notification> {
  return {
    topic: `person:${id}`,
    table: 'notifications',
    key: [unreadOnly ? 'unread' : 'all', size],
    keyOf: row => row.id,
    accepts: row => row.person_id === id && !(unreadOnly && row.read_at !== null),
    // Ids are in order of time.
    compare: (a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
    pageSize: size,
    load(edge) {
      return readRows('notifications', start => {
        const own = start.eq('person_id', id)
        const query = unreadOnly ? own.is('read_at', null) : own
        return (edge ? query.lt('id', edge.id) : query).order('id', { ascending: false }).limit(size)
      })
    },
  }
}
