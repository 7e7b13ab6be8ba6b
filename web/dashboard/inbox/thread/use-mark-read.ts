import { useEffect, useRef } from 'react'
import { call } from '#web/data/api.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { useUnread } from '#web/dashboard/inbox/list/read-marks.ts'

/** An open conversation in a visible tab counts as read, including new messages. */
export function useMarkRead(conversation: Conversation): void {
  const unread = useUnread()(conversation)
  const marked = useRef<number>(undefined)
  const { id } = conversation
  const wrote = Date.parse(conversation.last_inbound_at ?? '')
  useEffect(() => {
    function markIfVisible() {
      // Marked unread by hand, it stays so until the customer writes or it is opened again.
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
