import { lazy, memo, Suspense, useState } from 'react'
import { deliveryTexts, type DeliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Message } from '#web/data/wire-rows.ts'
import { Bubble } from '#web/kit/bubble.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { MessageFiles } from '#web/parts/conversations/message-files.tsx'
import type { Times } from '#web/parts/time/shop-times.ts'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { DeliveryTools } from '#web/dashboard/inbox/delivery/delivery-trouble.ts'
import { DeliveryStatus } from '#web/dashboard/inbox/delivery/delivery-status.tsx'
import { QuotedMessage } from './quoted-message.tsx'
import type { PendingReply } from '#web/dashboard/inbox/composer/reply-outbox.ts'
import type { ThreadAnswer } from './thread-entries.ts'
import { platformName } from '#web/dashboard/inbox/delivery/reply-window-text.ts'

const WhyAnswer = lazy(async () => ({
  default: (await import('#web/dashboard/inbox/answer/why-answer.tsx')).WhyAnswer,
}))

type BubbleProps = {
  message: Message
  answer: ThreadAnswer | undefined
  last: boolean
  times: Times
  language: string | null
  source: string
  quoted: Message | undefined
  tools: DeliveryTools
}

/** Greetings and thanks for a number have no reason to show. */
const withoutReason = new Set(['smalltalk', 'contact'])

export const MessageBubble = memo(function MessageBubble(props: BubbleProps) {
  const { message, answer, last, times, language, source, quoted, tools } = props
  const texts = useTexts(inboxTexts)
  const delivery = useTexts(deliveryTexts)
  const [why, setWhy] = useState(false)
  if (message.author === 'system' && !message.origin)
    return (
      <>
        <span className="inbox-mark" data-message={message.id} />
        <p className="drop-system">{message.text}</p>
        <DeliveryStatus message={message} tools={tools} />
      </>
    )
  const removed = message.deleted_at !== null
  const answerId = answer?.id ?? message.answer_id
  const hasReason = !answer || !withoutReason.has(answer.act)
  const meta = last && <Meta message={message} times={times} source={source} />
  return (
    <>
      <span className="inbox-mark" data-message={message.id} />
      {(removed || message.text !== '') && (
        <Bubble
          author={message.origin || message.author === 'system' ? 'member' : message.author}
          failed={message.status === 'failed'}
          lang={removed ? undefined : (language ?? undefined)}
        >
          {!removed && message.reply_to && (
            <QuotedMessage externalId={message.reply_to} channelId={message.channel_id} known={quoted} />
          )}
          {removed ? (
            <em className="muted">{message.author === 'contact' ? delivery.unsent : texts.removed}</em>
          ) : (
            message.text
          )}
        </Bubble>
      )}
      {!removed && <MessageFiles attachments={message.attachments} own={message.direction === 'out'} />}
      {message.reaction && (
        <span
          className={`inbox-reaction ${message.direction === 'out' ? 'inbox-out' : ''}`}
          role="img"
          aria-label={fill(delivery.reacted, { emoji: message.reaction })}
          title={fill(delivery.reacted, { emoji: message.reaction })}
        >
          {message.reaction}
        </span>
      )}
      {message.author === 'bot' && answerId ? (
        <div className="inbox-under-bot">
          {hasReason && (
            <button type="button" className="cite" aria-expanded={why} onClick={() => setWhy(!why)}>
              <Icon name="circle-help" size="sm" />
              {texts.why}
              <Icon name={why ? 'chevron-up' : 'chevron-down'} size="sm" />
            </button>
          )}
          {answer?.visitor_rating && (
            <span className="muted">{answer.visitor_rating === 'good' ? texts.ratedGood : texts.ratedBad}</span>
          )}
          {meta}
        </div>
      ) : (
        meta
      )}
      <DeliveryStatus message={message} tools={tools} />
      {why && answerId && (
        <Suspense fallback={null}>
          <WhyAnswer answerId={answerId} />
        </Suspense>
      )}
    </>
  )
})

function Meta({ message, times, source }: { message: Message; times: Times; source: string }) {
  const texts = useTexts(inboxTexts)
  const delivery = useTexts(deliveryTexts)
  const { me, members } = useCurrentWorkspace()
  const member = members.find(known => known.person_id === message.member_id)
  const who = message.origin
    ? delivery[message.origin === 'test' ? 'trial' : message.origin === 'ask' ? 'asksConsent' : 'toMany']
    : message.author === 'bot'
      ? texts.bot
      : message.author === 'member'
        ? message.written_in_app
          ? delivery.person
          : member && member.person_id !== me?.person_id
            ? givenName(member.name)
            : member
              ? texts.you
              : texts.team
        : undefined
  return (
    <div className={`drop-meta num ${message.direction === 'out' ? 'inbox-out' : ''}`}>
      {message.author === 'bot' && <BotIcon size={13} />}
      {message.origin && <Icon name="megaphone" size="sm" />}
      <span>
        {message.author === 'contact' && <span className="unseen">{texts.contact} · </span>}
        {who && `${message.written_in_app ? inApp(who, source, delivery) : who} · `}
        <time dateTime={message.created_at}>{times.clock(message.created_at)}</time>
        {message.edited_at && ` · ${texts.edited}`}
      </span>
      {message.direction === 'out' && <Delivery status={message.status} texts={texts} delivery={delivery} />}
      {message.may_repeat && <span className="inbox-doubt">· {delivery.mayRepeat}</span>}
    </div>
  )
}

/** Learned from the platform's echo, which does not name the author. */
function inApp(name: string, source: string, texts: DeliveryTexts): string {
  return fill(texts.inApp, { name, platform: platformName(source, texts) })
}

function Delivery({ status, texts, delivery }: { status: string; texts: InboxTexts; delivery: DeliveryTexts }) {
  if (status === 'sent') return <Icon name="check" size="sm" label={texts.sent} />
  if (status === 'delivered') return <Icon name="check-check" size="sm" label={texts.delivered} />
  if (status === 'read') {
    return (
      <span className="inbox-seen">
        <Icon name="check-check" size="sm" label={texts.read} />
      </span>
    )
  }
  if (status === 'queued') return <span>· {delivery.queued}</span>
  if (status === 'sending') return <span>· {texts.sending}</span>
  // For all others, the line below says what happened.
  return null
}

type PendingProps = { reply: PendingReply; times: Times; onResend(): void; onDiscard(): void }

export function PendingBubble({ reply, times, onResend, onDiscard }: PendingProps) {
  const texts = useTexts(inboxTexts)
  const failed = reply.state === 'failed'
  return (
    <>
      {reply.text !== '' && (
        <Bubble author="member" failed={failed}>
          {reply.text}
        </Bubble>
      )}
      {reply.files?.map(file => (
        <p key={file.file} className="message-file message-file-own muted">
          <Icon name="file-text" size="sm" />
          {file.name}
        </p>
      ))}
      {failed ? (
        <div className="drop-meta inbox-out inbox-problem" role="alert">
          <Icon name="circle-alert" size="sm" />
          <span>
            {texts.failed}
            {reply.problem && `: ${reply.problem}`}
          </span>
          <button type="button" className="link link-alone" onClick={onResend}>
            {texts.resend}
          </button>
          <button type="button" className="link link-alone inbox-discard" onClick={onDiscard}>
            {texts.discard}
          </button>
        </div>
      ) : (
        <div className="drop-meta inbox-out num">
          {texts.you} · {times.clock(reply.at)} ·{' '}
          {reply.state === 'waiting' ? texts.waitingNetwork : reply.state === 'sent' ? texts.sent : texts.sending}
        </div>
      )}
    </>
  )
}
