import { useState } from 'react'
import { notificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import { call } from '#web/data/api.ts'
import { groupBy } from '#web/data/group-by.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { type Notification, useNotifications, useUnreadCount } from '#web/parts/workspace/notification-rows.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { useLastMessages } from './last-messages.ts'
import { NotificationItem } from './notification-item.tsx'

export function NotificationList() {
  const texts = useTexts(notificationsTexts)
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const unread = useUnreadCount()

  async function markAll() {
    await perform(async () => {
      await call('POST /api/v1/notifications/read', { body: { all: true } })
      showToast(texts.markedAll)
    })
  }

  return (
    <section className="panel notification-panel" aria-labelledby="fresh">
      <div className="panel-head">
        <h2 id="fresh" className="fill">
          {texts.fresh}
        </h2>
        <SegmentedControl
          label={texts.fresh}
          value={shown}
          onChoose={setShown}
          options={[
            { value: 'all', text: texts.all },
            { value: 'unread', text: texts.unread },
          ]}
        />
        <Button size="sm" look="quiet" busy={busy} disabled={unread === 0} onClick={() => void markAll()}>
          {texts.markAllRead}
        </Button>
      </div>
      <Days key={shown} unreadOnly={shown === 'unread'} />
    </section>
  )
}

function Days({ unreadOnly }: { unreadOnly: boolean }) {
  const texts = useTexts(notificationsTexts)
  const times = useTimes()
  const now = useMoment()
  const list = useNotifications(unreadOnly)
  const words = useLastMessages(list.rows)
  if (!list.data)
    return <QueryState query={list} failed={texts.failed} loading={texts.loading} rows={4} className="panel-body" />
  if (list.rows.length === 0)
    return unreadOnly ? (
      <EmptyState title={texts.emptyUnread} text={texts.emptyUnreadText} />
    ) : (
      <EmptyState title={texts.empty} text={texts.emptyText} />
    )
  const dayOf = ({ created_at: at }: Notification) => {
    const ago = times.daysAgo(at, now)
    return ago <= 0 ? texts.today : ago === 1 ? texts.yesterday : times.longDay(at)
  }
  return (
    <>
      {[...groupBy(list.rows, dayOf)].map(([day, rows]) => (
        <div key={day}>
          <h3 className="notification-day">{day}</h3>
          <ul>
            {rows.map(row => (
              <NotificationItem key={row.id} notification={row} text={words.get(row.id)} />
            ))}
          </ul>
        </div>
      ))}
      {list.more && (
        <div className="notification-foot">
          {list.moreFailed && <Notice tone="bad">{texts.olderFailed}</Notice>}
          <Button size="sm" busy={list.loadingMore} busyText={texts.loadingOlder} onClick={() => void list.loadMore()}>
            {texts.older}
          </Button>
        </div>
      )}
    </>
  )
}
