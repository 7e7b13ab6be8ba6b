import { useState } from 'react'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Message } from '#web/data/wire-rows.ts'
import { Bloom } from '#web/kit/bloom.tsx'
import { Drop, type DropAuthor } from '#web/kit/drop.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { LotusIcon } from '#web/parts/lotus-icon.tsx'
import { MessageFiles } from '#web/parts/message-files.tsx'
import type { Times } from '#web/parts/shop-times.ts'
import { givenName } from '#web/parts/names.ts'
import type { PendingReply } from './reply-outbox.ts'
import type { ThreadAnswer } from './thread-entries.ts'
import { WhyAnswer } from './why-answer.tsx'

type BubbleProps = {
  message: Message
  answer: ThreadAnswer | undefined
  last: boolean
  times: Times
  customerLanguage: string | null
}

/** A stored message with who said it, when, and whether it arrived. */
export function MessageBubble({ message, answer, last, times, customerLanguage }: BubbleProps) {
  const texts = useTexts(inboxTexts)
  const [why, setWhy] = useState(false)
  if (message.author === 'system') return <p className="drop-system">{message.text}</p>
  const removed = message.deleted_at !== null
  const answerId = answer?.id ?? message.answer_id
  const meta = last && <Meta message={message} times={times} />
  return (
    <>
      {(removed || message.text !== '') && (
        <Drop
          author={message.author as DropAuthor}
          failed={message.status === 'failed'}
          lang={removed ? undefined : (customerLanguage ?? undefined)}
        >
          {removed ? <em className="muted">{texts.removed}</em> : message.text}
        </Drop>
      )}
      {!removed && <MessageFiles attachments={message.attachments} />}
      {message.author === 'bot' && answerId ? (
        <div className="inbox-under-bot">
          <button type="button" className="cite" aria-expanded={why} onClick={() => setWhy(!why)}>
            <Bloom filled={5} width={26} />
            {texts.why}
            <Icon name={why ? 'chevron-up' : 'chevron-down'} size="sm" />
          </button>
          {answer?.visitor_rating && (
            <span className="muted">{answer.visitor_rating === 'good' ? texts.ratedGood : texts.ratedBad}</span>
          )}
          {meta}
        </div>
      ) : (
        meta
      )}
      {why && answerId && <WhyAnswer answerId={answerId} />}
    </>
  )
}

function Meta({ message, times }: { message: Message; times: Times }) {
  const texts = useTexts(inboxTexts)
  const { me, members } = useCurrentWorkspace()
  const member = members.find(known => known.person_id === message.member_id)
  const who =
    message.author === 'bot'
      ? texts.bot
      : message.author === 'member'
        ? member && member.person_id !== me?.person_id
          ? givenName(member.name)
          : member
            ? texts.you
            : texts.team
        : undefined
  return (
    <div className={`drop-meta num ${message.direction === 'out' ? 'inbox-out' : ''}`}>
      {message.author === 'bot' && <LotusIcon size={13} />}
      <span>
        {who && `${who} · `}
        <time dateTime={message.created_at}>{times.clock(message.created_at)}</time>
        {message.edited_at && ` · ${texts.edited}`}
      </span>
      {message.direction === 'out' && <Delivery status={message.status} texts={texts} />}
    </div>
  )
}

function Delivery({ status, texts }: { status: string; texts: InboxTexts }) {
  if (status === 'sent') return <Icon name="check" size="sm" label={texts.sent} />
  if (status === 'delivered') return <Icon name="check-check" size="sm" label={texts.delivered} />
  if (status === 'read') {
    return (
      <span className="inbox-seen">
        <Icon name="check-check" size="sm" label={texts.read} />
      </span>
    )
  }
  if (status === 'queued' || status === 'sending') return <span>· {texts.sending}</span>
  if (status === 'unsure') return <span className="inbox-doubt">· {texts.unsure}</span>
  if (status === 'held') return <span className="inbox-doubt">· {texts.held}</span>
  if (status === 'failed') return <span className="inbox-problem">· {texts.failed}</span>
  return null
}

type PendingProps = { reply: PendingReply; times: Times; onResend(): void; onDiscard(): void }

/** The member's own reply before it is in the conversation. */
export function PendingBubble({ reply, times, onResend, onDiscard }: PendingProps) {
  const texts = useTexts(inboxTexts)
  const failed = reply.state === 'failed'
  return (
    <>
      <Drop author="member" failed={failed}>
        {reply.text}
      </Drop>
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
