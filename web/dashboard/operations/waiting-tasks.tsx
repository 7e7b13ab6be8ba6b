import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { duration, useNow } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useLastWords } from './brief.ts'
import { TaskLine } from './task-line.tsx'

const maxShown = 4

export function WaitingTasks({ rows, first }: { rows: readonly Conversation[]; first: boolean }) {
  const texts = useTexts(briefTexts)
  const { reply } = useTexts(dashboardTexts)
  const { nameless } = useTexts(inboxTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow()
  const shown = rows.slice(0, maxShown)
  const words = useLastWords(shown)
  return shown.map((row, at) => {
    const since = row.waiting_since ?? row.last_message_at
    const name = row.contact_name.trim() || fill(nameless, { code: row.contact_id.slice(-4).toUpperCase() })
    const text = words.get(row.id)
    return (
      <TaskLine
        key={row.id}
        tone="person"
        icon="message-circle"
        title={text ? `${name}: ${text}` : name}
        to={addresses.conversation.replace(':conversationId', row.id)}
        action={first && at === 0 ? reply : texts.open}
        look={first && at === 0 ? 'person' : 'outline'}
        first={first && at === 0}
      >
        <span className="first-when num">
          <ChannelIcon kind={row.source} size={14} />
          {fill(texts.wrote, {
            time: times.daysAgo(since, new Date(now)) === 0 ? times.clock(since) : times.dateAndClock(since),
            wait: duration(language, now - Date.parse(since)),
          })}
        </span>
      </TaskLine>
    )
  })
}

export function MoreWaiting({ rows }: { rows: readonly Conversation[] }) {
  const texts = useTexts(briefTexts)
  if (rows.length <= maxShown) return null
  return (
    <p className="first-more">
      <Link className="link link-alone" to={addresses.inbox}>
        {fill(texts.moreWaiting, { count: rows.length - maxShown })}
      </Link>
    </p>
  )
}
