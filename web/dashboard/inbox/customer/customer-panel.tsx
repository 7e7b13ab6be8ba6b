import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { call } from '#web/data/api.ts'
import { readRows } from '#web/data/read.ts'
import type { ContactDetail, Conversation } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { ChannelIcon, type ChannelKind } from '#web/kit/icons/channel-icon.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useChannelName } from '#web/parts/channels/channels.ts'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import { avatarName, conversationName } from '#web/dashboard/inbox/conversation-name.ts'
import { ConversationNotes } from './conversation-notes.tsx'
import { ConversationTags } from './conversation-tags.tsx'
import { useConsent } from './use-consent.tsx'
import { IntentCard } from '#web/dashboard/inbox/intents/intent-card.tsx'
import { useIntents } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { detailKinds, useContact, useCustomerDetails, useEarlier } from './customer-rows.ts'
import { EarlierConversations } from './earlier-conversations.tsx'

const CustomerLine = lazy(async () => ({ default: (await import('./customer-line.tsx')).CustomerLine }))
const CustomerForm = lazy(async () => ({ default: (await import('./customer-form.tsx')).CustomerForm }))

type PanelProps = { conversation: Conversation; addressOf(id: string): string }

/** Who the customer is: what they left in messages, where they write from, what was talked about before. */
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
  const open = useIntents(conversation.id).rows.filter(intent => intent.state === 'open')
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
  const failed = contacts.status === 'failed' || details.status === 'failed' || channel.isError
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
      {open.map(intent => (
        <IntentCard
          key={intent.id}
          small
          intent={intent}
          language={conversation.language === 'en' ? 'en' : 'vi'}
          withConsent={withConsent}
        />
      ))}
      {question}
      {failed && (
        <p className="row customer-failed" role="alert">
          {texts.customerFailed}
          <Button
            size="sm"
            onClick={() => {
              contacts.retry()
              details.retry()
              void channel.refetch()
            }}
          >
            {texts.retry}
          </Button>
        </p>
      )}
      {!editing && details.rows.length > 0 && (
        <Found conversationId={conversation.id} details={details.rows} texts={texts} />
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
              requestAnimationFrame(() => head.current?.querySelector('button')?.focus())
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
            <ChannelIcon kind={conversation.source as ChannelKind} size={15} />
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
          <AssigneeChoice conversation={conversation} />
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

const icons: Record<string, IconName> = { phone: 'phone', landline: 'phone', email: 'mail', address: 'map-pin' }

type FoundProps = { conversationId: string; details: readonly ContactDetail[]; texts: InboxTexts }

function Found({ conversationId, details, texts }: FoundProps) {
  const tools = useTexts(inboxToolsTexts)
  const { members } = useCurrentWorkspace()
  const names: Record<string, string> = {
    phone: texts.kindPhone,
    landline: texts.kindLandline,
    email: texts.kindEmail,
    address: texts.kindAddress,
  }
  function whence({ added_by: by }: ContactDetail): string {
    if (!by) return tools.fromMessage
    return fill(tools.addedBy, { name: givenName(members.find(member => member.person_id === by)?.name ?? texts.team) })
  }
  return (
    <section className="customer-found" aria-label={texts.found}>
      <h3>{texts.found}</h3>
      <ul>
        {details.map(detail => (
          <li key={detail.id} className="row">
            <Icon name={icons[detail.kind] ?? 'info'} label={names[detail.kind]} />
            <span className="fill num" title={whence(detail)}>
              {detail.kind === 'phone' ? formatPhone(detail.value) : detail.value}
              {detail.added_by && <span className="drop-meta customer-by">{whence(detail)}</span>}
            </span>
            {!detail.added_by && <SaveDetail conversationId={conversationId} detail={detail} />}
            <IconButton
              icon="copy"
              label={fill(texts.copy, { value: detail.value })}
              onClick={() => void copy(detail.value, texts.copied)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A number that the bot found becomes what the shop knows of the customer: somebody has looked at it. */
function SaveDetail({ conversationId, detail }: { conversationId: string; detail: ContactDetail }) {
  const tools = useTexts(inboxToolsTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast })

  async function save() {
    await perform(async () => {
      const kind = detailKinds.find(one => one === detail.kind)
      const add = kind ? [{ kind, value: detail.value }] : []
      await call('PATCH /api/v1/conversations/:id/customer', { params: { id: conversationId }, body: { add } })
      showToast(fill(tools.detailSaved, { value: detail.value }))
    })
  }
  return (
    <Button
      size="sm"
      busy={busy}
      onClick={() => void save()}
      aria-label={fill(tools.saveDetail, { value: detail.value })}
    >
      {tools.save}
    </Button>
  )
}

async function copy(value: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(value)
  showToast(done)
}
