import { useState } from 'react'
import { Link } from 'react-router'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox-tools-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { givenName } from '#web/parts/names.ts'
import { useTimes } from '#web/parts/shop-times.ts'
import { fill } from '#web/parts/texts.ts'
import { type Earlier, useEarlier } from './customer-rows.ts'

/** What was talked about with this customer before. */
export function EarlierConversations({
  conversation,
  addressOf,
}: {
  conversation: Conversation
  addressOf(id: string): string
}) {
  const texts = useTexts(inboxTexts)
  const tools = useTexts(inboxToolsTexts)
  const times = useTimes()
  const { members } = useCurrentWorkspace()
  const [pages, setPages] = useState(1)
  const earlier = useEarlier(conversation, pages)
  const nameOf = ({ assignee_id: id }: Earlier) => members.find(member => member.person_id === id)?.name
  return (
    <section aria-label={texts.earlier}>
      <h3>{texts.earlier}</h3>
      {earlier.isError ? (
        <p className="row customer-failed" role="alert">
          {texts.customerFailed}
          <Button size="sm" onClick={() => void earlier.refetch()}>
            {texts.retry}
          </Button>
        </p>
      ) : earlier.data?.rows.length === 0 ? (
        <p className="muted">{texts.noEarlier}</p>
      ) : (
        <ul className="customer-earlier">
          {earlier.data?.rows.map(row => {
            const date = times.date(row.last_message_at)
            const name = nameOf(row)
            return (
              <li key={row.id}>
                <Link to={addressOf(row.id)} aria-label={fill(tools.earlierOpen, { date, preview: row.preview })}>
                  <span className="row">
                    <span className="fill ell">{row.preview}</span>
                    <span className="drop-meta num">{date}</span>
                  </span>
                  <span className="drop-meta">
                    {name ? fill(tools.earlierPerson, { name: givenName(name) }) : tools.earlierBot}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {earlier.data?.more && (
        <Button size="sm" look="quiet" busy={earlier.isPlaceholderData} onClick={() => setPages(pages + 1)}>
          {tools.earlierMore}
        </Button>
      )}
    </section>
  )
}
