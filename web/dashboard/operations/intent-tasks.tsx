import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { type Intent, intentIcons, titleOf } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { fill } from '#web/parts/language/texts.ts'
import { duration, useNow } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { TaskLine } from './task-line.tsx'

export const maxIntents = 4

/** What customers want to be done, before everything else: the longest wait first. */
export function IntentTasks({ intents, waiting }: { intents: readonly Intent[]; waiting: readonly Conversation[] }) {
  const texts = useTexts(briefTexts)
  const kinds = useTexts(intentsTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow()
  return intents.slice(0, maxIntents).map((intent, at) => {
    const name = waiting.find(({ id }) => id === intent.conversation_id)?.contact_name.trim()
    const facts = titleOf({ ...intent, customer_name: intent.customer_name ?? (name || null) })
    const since = intent.created_at
    return (
      <TaskLine
        key={intent.id}
        tone="person"
        icon={intentIcons[intent.kind]}
        title={[fill(kinds.waits, { kind: kinds[intent.kind] }), facts].filter(Boolean).join(': ')}
        to={addresses.conversation.replace(':conversationId', intent.conversation_id)}
        action={at === 0 ? texts.look : texts.open}
        look={at === 0 ? 'person' : 'outline'}
        first={at === 0}
      >
        <span className="first-when num">
          {fill(texts.wrote, {
            time: times.daysAgo(since, new Date(now)) === 0 ? times.clock(since) : times.dateAndClock(since),
            wait: duration(language, now - Date.parse(since)),
          })}
        </span>
      </TaskLine>
    )
  })
}

export function MoreIntents({ count }: { count: number }) {
  const texts = useTexts(briefTexts)
  if (count <= 0) return null
  return (
    <p className="first-more">
      <Link className="link link-alone" to={addresses.inbox}>
        {fill(texts.moreIntents, { count })}
      </Link>
    </p>
  )
}
