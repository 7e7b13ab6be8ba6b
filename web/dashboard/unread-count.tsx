import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useUnreadCount } from '#web/parts/workspace/notification-rows.ts'
import { fill } from '#web/parts/language/texts.ts'

export function UnreadCount() {
  const texts = useTexts(dashboardTexts)
  const unread = useUnreadCount()
  if (unread === 0) return null
  const count = unread > 99 ? '99+' : unread
  return (
    <span className="nav-count nav-count-unread">
      <span aria-hidden="true">{count}</span>
      <span className="unseen">{fill(texts.unreadNews, { count })}</span>
    </span>
  )
}
