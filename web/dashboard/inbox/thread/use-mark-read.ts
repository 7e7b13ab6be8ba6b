import { useEffect, useRef } from 'react'
import { call } from '#web/data/api.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { useUnread } from '#web/dashboard/inbox/list/read-marks.ts'

/** What is open in a tab that is looked at counts as read, from each new message of the customer on. */
export function useMarkRead(conversation: Conversation): void {
  const unread = useUnread()(conversation)
  const marked = useRef<number>(undefined)
  const { id } = conversation
  const wrote = Date.parse(conversation.last_inbound_at ?? '')
  useEffect(() => {
    function markIfVisible() {
      // Put back by hand, it stays unread until the customer writes again or it is opened anew.
      if (unread === undefined) return
      if (!unread) marked.current = wrote
      if (marked.current === wrote || document.visibilityState !== 'visible') return
      marked.current = wrote
      call('POST /api/v1/conversations/:id/read', { params: { id }, repeatable: true }).catch(() => {
        marked.current = undefined
      })
    }
    markIfVisible()
    document.addEventListener('visibilitychange', markIfVisible)
    return () => document.removeEventListener('visibilitychange', markIfVisible)
  }, [id, wrote, unread])
}
