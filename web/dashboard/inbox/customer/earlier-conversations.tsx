import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { useChannelNamer } from '#web/parts/channels/channels.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type Earlier, useEarlier } from './customer-rows.ts'

type EarlierProps = {
  conversation: Conversation
  customerId: string | null | undefined
  addressOf(id: string): string
}

export function EarlierConversations({ conversation, customerId, addressOf }: EarlierProps) {
  const texts = useTexts(inboxTexts)
  const tools = useTexts(inboxToolsTexts)
  const [pages, setPages] = useState(1)
  const earlier = useEarlier(conversation, customerId, pages)
  const rows = earlier.data?.rows ?? []
  const kinds = new Set([conversation, ...rows].map(row => row.source))
  const title = kinds.size > 1 ? fill(tools.channelsOnePerson, { count: kinds.size }) : texts.earlier
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {earlier.isError ? (
        <LoadError brief failed={texts.customerFailed} query={earlier} className="customer-failed" />
      ) : earlier.data && rows.length === 0 ? (
        <p className="muted">{texts.noEarlier}</p>
      ) : (
        <ol className="customer-timeline">
          {rows.length > 0 && <Stop row={conversation} />}
          {rows.map(row => (
            <Stop key={row.id} row={row} to={addressOf(row.id)} />
          ))}
        </ol>
      )}
      {earlier.data?.more && (
        <Button size="sm" look="quiet" busy={earlier.isPlaceholderData} onClick={() => setPages(pages + 1)}>
          {tools.earlierMore}
        </Button>
      )}
      {customerId && (earlier.data?.accounts ?? 1) > 1 && (
        <p className="customer-joined">
          <Icon name="link" size="sm" />
          {fill(tools.joinedFrom, { count: earlier.data?.accounts ?? 1 })}{' '}
          <Link to={addresses.customer.replace(':customerId', customerId)}>{tools.part}</Link>
        </p>
      )}
    </section>
  )
}

function Stop({ row, to }: { row: Omit<Earlier, 'contact_id'>; to?: string }) {
  const tools = useTexts(inboxToolsTexts)
  const times = useTimes()
  const { members } = useCurrentWorkspace()
  const channel = useChannelNamer()(row)
  const name = members.find(member => member.person_id === row.assignee_id)?.name
  const date = times.dateAndClock(row.last_message_at)
  const words = row.customer_said || row.preview
  const frame = (inner: ReactNode) =>
    to ? (
      <Link to={to} aria-label={fill(tools.earlierOpen, { date, preview: words })}>
        {inner}
      </Link>
    ) : (
      <div aria-current="true">{inner}</div>
    )
  return (
    <li>
      <ChannelIcon kind={row.source} size={18} />
      {frame(
        <>
          <span className="drop-meta num">
            {date}
            {channel && ` · ${channel}`}
            {to && ` · ${name ? fill(tools.earlierPerson, { name: givenName(name) }) : tools.earlierBot}`}
          </span>
          <span className="customer-timeline-words two-lines">{words}</span>
        </>,
      )}
    </li>
  )
}
