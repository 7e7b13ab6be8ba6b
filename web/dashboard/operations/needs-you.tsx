import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { duration, useNow } from '#web/parts/relative-times.ts'
import { counted, fill } from '#web/parts/texts.ts'
import { useWaitingConversations } from '#web/parts/waiting-conversations.ts'

/** What only a person can do now. Pink, because a human is wanted. */
export function NeedsYou() {
  const texts = useTexts(dashboardTexts)
  const { nameless } = useTexts(inboxTexts)
  const { language } = useLanguage()
  const now = useNow()
  const { rows, status } = useWaitingConversations()
  const [longest] = rows
  if (status !== 'ready') return null
  return (
    <section className="panel" aria-labelledby="needs-you">
      <div className={longest ? 'panel-head' : 'panel-head border-b-0'}>
        <h2 className={longest ? 'row fill text-petal-text' : 'row fill'} id="needs-you">
          <Icon name="hand" />
          {texts.needsYou}
        </h2>
        <Link className="link link-alone text-[13.5px]" to={addresses.inbox}>
          {texts.openInbox}
        </Link>
        {!longest && <p className="soft basis-full">{texts.nothingWaiting}</p>}
      </div>
      {longest && (
        <div className="task">
          <span className="task-icon">
            <Icon name="message-circle" />
          </span>
          <span>
            <b className="block">{counted(language, rows.length, texts.customersWaitingOne, texts.customersWaiting)}</b>
            <span className="soft text-[13.5px]">
              {fill(texts.longestWait, {
                time: duration(language, now - Date.parse(longest.waiting_since ?? '')),
                name:
                  longest.contact_name.trim() || fill(nameless, { code: longest.contact_id.slice(-4).toUpperCase() }),
              })}
            </span>
          </span>
          <Link
            className={buttonClass('person', 'sm')}
            to={addresses.conversation.replace(':conversationId', longest.id)}
          >
            {texts.reply}
          </Link>
        </div>
      )}
    </section>
  )
}
