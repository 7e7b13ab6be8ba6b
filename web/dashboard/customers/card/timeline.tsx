import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type CustomerCardTexts, customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import type { ChannelKind } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation, Message } from '#web/data/wire-rows.ts'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { useChannelNamer } from '#web/parts/channels/channels.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import type { Card } from './read-card.ts'

const channelNames = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }
const shownMessages = 4

type Entry =
  | { at: string; source: ChannelKind; talk: Conversation; messages: Message[] }
  | { at: string; source: ChannelKind; campaign: Message }

export function Timeline({ card }: { card: Card }) {
  const texts = useTexts(customerCardTexts)
  const [only, setOnly] = useState<ChannelKind | ''>('')
  const entries = entriesOf(card)
  const kinds = [...new Set(entries.map(entry => entry.source))]
  const shown = entries.filter(entry => !only || entry.source === only)
  return (
    <section className="card-timeline" aria-label={kinds.length > 1 ? texts.timeline : texts.timelineOne}>
      <header className="card-timeline-head">
        <h3>{kinds.length > 1 ? texts.timeline : texts.timelineOne}</h3>
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
      {shown.length === 0 && <p className="soft">{texts.noTalks}</p>}
      <ol className="card-line">
        {shown.map(entry => (
          <li key={'talk' in entry ? entry.talk.id : entry.campaign.id}>
            <ChannelIcon kind={entry.source} />
            {'talk' in entry ? (
              <Talk talk={entry.talk} messages={entry.messages} texts={texts} />
            ) : (
              <Campaign message={entry.campaign} texts={texts} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Campaign messages are not part of a conversation: they get entries of their own. */
function entriesOf({ conversations, messages }: Card): Entry[] {
  const sourceOf = (id: string) => conversations.find(talk => talk.id === id)?.source ?? 'website'
  const campaigns = messages.flatMap((campaign): Entry[] =>
    campaign.origin ? [{ at: campaign.created_at, source: sourceOf(campaign.conversation_id), campaign }] : [],
  )
  const talks = conversations.flatMap((talk): Entry[] => {
    const own = messages.filter(message => message.conversation_id === talk.id && !message.origin)
    if (own.length === 0 && campaigns.some(one => 'campaign' in one && one.campaign.conversation_id === talk.id))
      return []
    return [{ at: talk.last_message_at, source: talk.source, talk, messages: own.slice(-shownMessages) }]
  })
  return [...talks, ...campaigns].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function Talk({ talk, messages, texts }: { talk: Conversation; messages: Message[]; texts: CustomerCardTexts }) {
  const times = useTimes()
  const channelName = useChannelNamer()
  const states = { open: texts.openNow, closed: texts.closed, snoozed: texts.snoozed }
  return (
    <div className="card-talk">
      <p className="card-when">
        <b>{channelName(talk) ?? channelNames[talk.source]}</b>{' '}
        <span className="soft num">
          {times.dateAndClock(talk.last_message_at)}, {states[talk.status]}
        </span>
      </p>
      <div className="card-words">
        {messages.map(message => (
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

function Campaign({ message, texts }: { message: Message; texts: CustomerCardTexts }) {
  const times = useTimes()
  return (
    <div className="card-talk">
      <p className="card-when">
        <b>{texts.campaign}</b> <span className="soft num">{times.dateAndClock(message.created_at)}</span>
      </p>
      <p className="soft card-sent">{message.text}</p>
    </div>
  )
}

function authorOf({ author, direction }: Message): 'contact' | 'bot' | 'member' {
  if (direction === 'in') return 'contact'
  return author === 'member' ? 'member' : 'bot'
}
