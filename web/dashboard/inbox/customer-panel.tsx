import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { ContactDetail, Conversation } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { ChannelGlyph, type ChannelKind } from '#web/kit/channel-glyph.tsx'
import type { IconName } from '#web/kit/icon-shapes.ts'
import { Icon } from '#web/kit/icon.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { fill } from '#web/parts/texts.ts'
import { useMoment, useTimes } from '#web/parts/shop-times.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import { avatarName, conversationName } from './conversation-name.ts'
import { ConversationNotes } from './conversation-notes.tsx'
import { ConversationTags } from './conversation-tags.tsx'
import { useContactDetails } from './thread-messages.ts'

const earlierShown = 20

/** Who the customer is: what they left in messages, where they write from, what was talked about before. */
export function CustomerPanel({
  conversation,
  addressOf,
}: {
  conversation: Conversation
  addressOf(id: string): string
}) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const now = useMoment()
  const { contact_id: contactId, channel_id: channelId } = conversation
  const details = useContactDetails(conversation.id, contactId)
  const contact = useQuery({
    queryKey: ['contact', contactId],
    queryFn: async () => (await readRows('contacts', query => query.eq('id', contactId)))[0] ?? null,
  })
  const channel = useQuery({
    queryKey: ['channel', channelId],
    queryFn: async () => (await readRows('channels', query => query.eq('id', channelId)))[0] ?? null,
  })
  const all = useQuery({
    queryKey: ['conversations of', contactId, conversation.status],
    queryFn: () =>
      readRows('conversations', query =>
        query.eq('contact_id', contactId).order('created_at', { ascending: false }).limit(earlierShown),
      ),
  })

  const name = conversationName(conversation, texts)
  const earlier = all.data?.filter(row => row.id !== conversation.id) ?? []
  const first = contact.data?.created_at ?? conversation.created_at
  const failed = contact.isError || all.isError || channel.isError
  const lastSeen = contact.data?.last_seen_at ?? conversation.last_inbound_at
  const moment = (at: string) => (times.daysAgo(at, now) === 0 ? times.clock(at) : times.dateAndClock(at))

  return (
    <div className="customer">
      <div className="row gap-3">
        <Avatar name={avatarName(conversation)} size={40} />
        <div className="fill">
          <p className="customer-name">{name}</p>
          <p className="drop-meta num">
            {earlier.length > 0
              ? fill(texts.sinceMany, { date: times.date(first), count: earlier.length + 1 })
              : fill(texts.since, { date: times.date(first) })}
          </p>
        </div>
      </div>
      {failed && (
        <p className="row customer-failed" role="alert">
          {texts.customerFailed}
          <Button
            size="sm"
            onClick={() => {
              void contact.refetch()
              void channel.refetch()
              void all.refetch()
            }}
          >
            {texts.retry}
          </Button>
        </p>
      )}
      {details.rows.length > 0 && <Found details={details.rows} texts={texts} />}
      <h3>{texts.details}</h3>
      <dl className="facts customer-facts">
        <Fact name={texts.channel}>
          <span className="customer-channel">
            <ChannelGlyph kind={conversation.source as ChannelKind} size={15} />
            {channel.data?.name}
          </span>
        </Fact>
        <Fact name={texts.language}>
          {conversation.language === 'vi'
            ? texts.languageVi
            : conversation.language === 'en'
              ? texts.languageEn
              : texts.unknown}
        </Fact>
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
      <h3>{texts.earlier}</h3>
      {earlier.length === 0 ? (
        <p className="muted">{all.data && texts.noEarlier}</p>
      ) : (
        <ul className="customer-earlier">
          {earlier.map(row => (
            <li key={row.id}>
              <Link className="row" to={addressOf(row.id)}>
                <span className="fill ell">{row.preview}</span>
                <span className="drop-meta num">{times.date(row.last_message_at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const icons: Record<string, IconName> = { phone: 'phone', landline: 'phone', email: 'mail', address: 'map-pin' }

function Found({ details, texts }: { details: readonly ContactDetail[]; texts: InboxTexts }) {
  const names: Record<string, string> = {
    phone: texts.kindPhone,
    landline: texts.kindLandline,
    email: texts.kindEmail,
    address: texts.kindAddress,
  }
  return (
    <section className="customer-found" aria-label={texts.found}>
      <h3>{texts.found}</h3>
      <ul>
        {details.map(detail => (
          <li key={detail.id} className="row">
            <Icon name={icons[detail.kind] ?? 'info'} label={names[detail.kind]} />
            <span className="fill num">{detail.kind === 'phone' ? readablePhone(detail.value) : detail.value}</span>
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

/** +84903218447 as people here write it: 0903 218 447. Others stay as they are. */
function readablePhone(value: string): string {
  const match = /^\+84(\d{3})(\d{3})(\d{3})$/.exec(value)
  return match ? `0${match[1]} ${match[2]} ${match[3]}` : value
}

async function copy(value: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(value)
  showToast(done)
}
