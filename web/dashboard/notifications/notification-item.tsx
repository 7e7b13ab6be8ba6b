import { Link } from 'react-router'
import { notificationsTexts, notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import type { NotificationKind } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { Notification } from '#web/parts/workspace/notification-rows.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'

type Appearance = { icon: IconName; tone: 'person' | 'bad' | 'warning' | 'ok' | 'info' }

const looks: Record<NotificationKind, Appearance> = {
  person_wanted: { icon: 'hand', tone: 'person' },
  intent: { icon: 'calendar-clock', tone: 'person' },
  conversation_assigned: { icon: 'user-plus', tone: 'person' },
  contact_detail: { icon: 'phone', tone: 'ok' },
  channel_lost: { icon: 'unplug', tone: 'bad' },
  training: { icon: 'book-open', tone: 'ok' },
  training_waiting: { icon: 'triangle-alert', tone: 'warning' },
  campaign: { icon: 'send-horizontal', tone: 'info' },
  usage: { icon: 'gauge', tone: 'warning' },
  payment: { icon: 'badge-check', tone: 'info' },
  system: { icon: 'info', tone: 'info' },
  incident: { icon: 'triangle-alert', tone: 'info' },
  marketing: { icon: 'bell', tone: 'info' },
}

function appearanceOf({ kind, data }: Notification): Appearance {
  if (kind === 'training' && data?.what !== 'processed') return { icon: 'triangle-alert', tone: 'warning' }
  if (kind === 'campaign' && data?.what !== 'finished') return { icon: 'triangle-alert', tone: 'warning' }
  if (kind === 'payment' && data?.what === 'declined') return { icon: 'circle-x', tone: 'bad' }
  // A newer server may send kinds unknown to this page.
  return looks[kind] ?? looks.system
}

export function NotificationItem({ notification, text }: { notification: Notification; text: string | undefined }) {
  const texts = useTexts(notificationsTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { workspace, workspaces, choose } = useCurrentWorkspace()
  const { id, kind, data, read_at, created_at, workspace_id: of } = notification
  const words = notificationWords(language, kind, data)
  const { icon, tone } = appearanceOf(notification)
  const unread = read_at === null

  function open() {
    if (unread) call('POST /api/v1/notifications/read', { body: { ids: [id] } }).catch(() => undefined)
    if (of && of !== workspace.id && workspaces.some(one => one.id === of)) choose(of)
  }

  return (
    <li className={unread ? 'notification notification-unread' : 'notification'}>
      <span className={`notification-icon chip-${tone}`} aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div className="fill">
        <Link to={words.path} reloadDocument={kind === 'incident'} onClick={open}>
          {words.title}
        </Link>
        {text && <p className="notification-said two-lines">“{text}”</p>}
        <p className="soft">{words.text}</p>
        {workspaces.length > 1 && data?.workspace && <p className="muted">{data.workspace}</p>}
      </div>
      <span className="notification-time num muted">
        <time dateTime={created_at}>{times.clock(created_at)}</time>
        {unread && (
          <>
            <span className="unseen">, {texts.unreadMark}</span>
            <span className={tone === 'person' ? 'bud notification-bud-person' : 'bud'} />
          </>
        )}
      </span>
    </li>
  )
}
