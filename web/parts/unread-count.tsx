import { notificationsTexts } from '#shared/texts/notifications-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useUnreadCount } from './notification-rows.ts'
import { fill } from './texts.ts'

/** How many notifications nobody has looked at yet. */
export function UnreadCount() {
  const texts = useTexts(notificationsTexts)
  const unread = useUnreadCount()
  if (unread === 0) return null
  const count = unread > 99 ? '99+' : unread
  return (
    <span className="nav-count nav-count-unread">
      <span aria-hidden="true">{count}</span>
      <span className="unseen">{fill(texts.unreadCount, { count })}</span>
    </span>
  )
}
