import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type CustomerCardTexts, customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import type { ChannelKind } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { useChannelNamer } from '#web/parts/channels/channels.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { type TimelineEntry, useTimeline } from './read-card.ts'

const channelNames = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }

export function Timeline({ customerId }: { customerId: string }) {
  const texts = useTexts(customerCardTexts)
  const [only, setOnly] = useState<ChannelKind | ''>('')
  const query = useTimeline(customerId)
  const entries = query.data?.pages.flatMap(page => page.entries)
  const kinds = [...new Set(entries?.map(entry => entry.source))]
  const title = kinds.length > 1 ? texts.timeline : texts.timelineOne
  return (
    <section className="card-timeline" aria-label={title}>
      <header className="card-timeline-head">
        <h3>{title}</h3>
        {kinds.length > 1 && (
          <SegmentedControl
            label={texts.filterChannels}
            value={only}
            options={[
              { value: '' as const, text: texts.allChannels },
              ...kinds.map(kind => ({ value: kind, text: channelNames[kind] })),
            ]}
            onChoose={setOnly}
          />
        )}
      </header>
      <QueryState
        query={{ ...query, data: entries }}
        failed={texts.timelineFailed}
        loading={texts.timelineLoading}
        empty={<p className="soft">{texts.noTalks}</p>}
      >
        {all => (
          <ol className="card-line">
            {all
              .filter(entry => !only || entry.source === only)
              .map(entry => (
                <li key={entry.id}>
                  <ChannelIcon kind={entry.source} />
                  {entry.kind === 'talk' ? (
                    <Talk talk={entry} texts={texts} />
                  ) : (
                    <Campaign message={entry} texts={texts} />
                  )}
                </li>
              ))}
          </ol>
        )}
      </QueryState>
      {query.hasNextPage && (
        <p className="card-older">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.older}
          </Button>
        </p>
      )}
    </section>
  )
}

function Talk({ talk, texts }: { talk: TimelineEntry; texts: CustomerCardTexts }) {
  const times = useTimes()
  const channelName = useChannelNamer()
  const states = { open: texts.openNow, closed: texts.closed, snoozed: texts.snoozed }
  return (
    <div className="card-talk">
      <p className="card-when">
        <b>{channelName(talk) ?? channelNames[talk.source]}</b>{' '}
        <span className="soft num">
          {times.dateAndClock(talk.at)}, {states[talk.status ?? 'closed']}
        </span>
      </p>
      <div className="card-words">
        {talk.messages.map(message => (
          <Bubble key={message.id} author={authorOf(message)}>
            {message.text || texts.attachment}
          </Bubble>
        ))}
        <Link className="card-open" to={addresses.conversation.replace(':conversationId', talk.id)}>
          {texts.openTalk}
        </Link>
      </div>
    </div>
  )
}

function Campaign({ message, texts }: { message: TimelineEntry; texts: CustomerCardTexts }) {
  const times = useTimes()
  return (
    <div className="card-talk">
      <p className="card-when">
        <b>{texts.campaign}</b> <span className="soft num">{times.dateAndClock(message.at)}</span>
      </p>
      <p className="soft card-sent">{message.text}</p>
    </div>
  )
}

function authorOf({ author, direction }: TimelineEntry['messages'][number]): 'contact' | 'bot' | 'member' {
  if (direction === 'in') return 'contact'
  return author === 'member' ? 'member' : 'bot'
}
