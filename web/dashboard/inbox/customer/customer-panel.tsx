import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { together } from '#web/kit/feedback/query-state.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { returnFocus } from '#web/kit/return-focus.ts'
import { useChannelName } from '#web/parts/channels/channels.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import { avatarName, conversationName } from '#web/dashboard/inbox/conversation-name.ts'
import { ConversationNotes } from './conversation-notes.tsx'
import { ConversationTags } from './conversation-tags.tsx'
import { useConsent } from './use-consent.tsx'
import { useIntents } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { useContact, useCustomerDetails, useEarlier } from './customer-rows.ts'
import { EarlierConversations } from './earlier-conversations.tsx'
import { FoundDetails } from './found-details.tsx'

const CustomerLine = lazy(async () => ({ default: (await import('./customer-line.tsx')).CustomerLine }))
const IntentCard = lazy(async () => ({
  default: (await import('#web/dashboard/inbox/intents/intent-card.tsx')).IntentCard,
}))
const CustomerForm = lazy(async () => ({ default: (await import('./customer-form.tsx')).CustomerForm }))

type PanelProps = { conversation: Conversation; addressOf(id: string): string }

export function CustomerPanel({ conversation, addressOf }: PanelProps) {
  const texts = useTexts(inboxTexts)
  const tools = useTexts(inboxToolsTexts)
  const times = useTimes()
  const now = useMoment()
  const { contact_id: contactId, channel_id: channelId } = conversation
  const contacts = useContact(contactId)
  const contact = contacts.rows[0]
  const details = useCustomerDetails(conversation, contact)
  const { withConsent, question } = useConsent(conversation)
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set())
  const open = useIntents(conversation.id).rows.filter(intent => intent.state === 'open' || written.has(intent.id))
  const earlier = useEarlier(conversation, contact?.customer_id, 1)
  const channel = useQuery({
    queryKey: ['channel', channelId],
    queryFn: async () => (await readRows('channels', query => query.eq('id', channelId)))[0] ?? null,
  })
  const channelName = useChannelName(channel.data)
  const [editing, setEditing] = useState(false)
  const head = useRef<HTMLDivElement>(null)

  const name = conversationName(conversation, texts)
  const others = earlier.data?.rows.length ?? 0
  const first = contact?.created_at ?? conversation.created_at
  const facts = together(contacts, details, channel)
  const lastSeen = contact?.last_seen_at ?? conversation.last_inbound_at
  const mood = moods.find(one => one === conversation.sentiment)
  const moment = (at: string) => (times.daysAgo(at, now) === 0 ? times.clock(at) : times.dateAndClock(at))

  return (
    <div className="customer">
      <div className="row gap-3">
        <Avatar name={avatarName(conversation)} size={40} />
        <div className="fill">
          <p className="customer-name">{name}</p>
          <p className="drop-meta num">
            {others > 0
              ? fill(texts.sinceMany, {
                  date: times.date(first),
                  count: `${others + 1}${earlier.data?.more ? '+' : ''}`,
                })
              : fill(texts.since, { date: times.date(first) })}
          </p>
        </div>
      </div>
      {contact?.customer_id && (
        <Suspense fallback={null}>
          <CustomerLine customerId={contact.customer_id} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {open.map(intent => (
          <IntentCard
            key={intent.id}
            small
            intent={intent}
            language={conversation.language === 'en' ? 'en' : 'vi'}
            onForm={isOpen =>
              setWritten(now => new Set([...now].filter(id => id !== intent.id).concat(isOpen ? intent.id : [])))
            }
            withConsent={withConsent}
          />
        ))}
      </Suspense>
      {question}
      {facts.error !== undefined && (
        <LoadError brief failed={texts.customerFailed} query={facts} className="customer-failed" />
      )}
      {!editing && details.rows.length > 0 && (
        <FoundDetails conversationId={conversation.id} details={details.rows} texts={texts} />
      )}
      <div ref={head} className="customer-details-head">
        <h3 className="fill">{texts.details}</h3>
        {!editing && contact && (
          <button
            type="button"
            className="link link-alone"
            aria-label={tools.editCustomerLong}
            onClick={() => setEditing(true)}
          >
            {tools.editCustomer}
          </button>
        )}
      </div>
      {editing && contact && (
        <Suspense fallback={<SkeletonRows rows={2} label={tools.editCustomerLong} />}>
          <CustomerForm
            conversation={conversation}
            contact={contact}
            details={details.rows}
            onDone={() => {
              setEditing(false)
              returnFocus(() => head.current?.querySelector('button'))
            }}
          />
        </Suspense>
      )}
      {!editing && details.status === 'ready' && details.rows.length === 0 && (
        <p className="muted customer-no-details">{tools.noDetails}</p>
      )}
      <dl className="facts customer-facts">
        <Fact name={texts.channel}>
          <span className="customer-channel">
            <ChannelIcon kind={conversation.source} size={15} />
            {channelName}
          </span>
        </Fact>
        <Fact name={texts.language}>
          {conversation.language === 'vi'
            ? texts.languageVi
            : conversation.language === 'en'
              ? texts.languageEn
              : texts.unknown}
        </Fact>
        {mood && (
          <Fact name={tools.sentiment}>
            <span className={`customer-mood customer-mood-${mood}`}>{tools[`sentiment_${mood}`]}</span>
          </Fact>
        )}
        <Fact name={texts.firstSeen}>
          <span className="num">{moment(first)}</span>
        </Fact>
        {lastSeen && (
          <Fact name={texts.lastSeen}>
            <span className="num">{moment(lastSeen)}</span>
          </Fact>
        )}
        <Fact name={texts.assignee}>
          <AssigneeChoice key={conversation.id} conversation={conversation} />
        </Fact>
      </dl>
      <ConversationTags conversation={conversation} />
      <ConversationNotes conversationId={conversation.id} />
      <EarlierConversations
        key={contactId}
        conversation={conversation}
        customerId={contact?.customer_id}
        addressOf={addressOf}
      />
    </div>
  )
}

const moods = ['positive', 'neutral', 'negative'] as const

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
