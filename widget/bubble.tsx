import { memo, type ReactNode } from 'react'
import { fill } from '#shared/texts/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/widget.vi.ts'
import { Icon } from './icons.tsx'
import type { Message } from './message-list.ts'
import { RichText } from './rich-text.tsx'
import type { Citation } from './transport.ts'

export type BubbleProps = {
  message: Message
  texts: WidgetTexts
  time: string
  /** The line below says who and when; left out inside a run of the same speaker and minute. */
  withMeta: boolean
  waitsForNetwork: boolean
  onResend(key: string): void
}

/** One message as a drop: green is the bot, pink is a person, dark is the visitor. */
export const Bubble = memo(function Bubble(props: BubbleProps): ReactNode {
  const { message, texts } = props
  if (message.author === 'system') return <p className="said-by-nobody">{message.text}</p>
  const mine = message.author === 'contact'
  const kind = mine ? `mine${message.state === 'failed' ? ' failed' : ''}` : message.author
  return (
    <div className={`message ${mine ? 'out' : 'in'}`} data-state={mine ? message.state : undefined}>
      <span className="unseen">{`${speaker(message, texts)}: `}</span>
      <div className={`drop ${kind}`}>
        <RichText text={message.text} plain={mine} />
      </div>
      {message.citations.length > 0 && <Sources citations={message.citations} texts={texts} />}
      {mine ? (
        <Delivery {...props} />
      ) : (
        props.withMeta && <p className="meta">{`${speaker(message, texts)} · ${props.time}`}</p>
      )}
    </div>
  )
})

function Delivery({ message, texts, time, withMeta, waitsForNetwork, onResend }: BubbleProps): ReactNode {
  if (message.state === 'failed') {
    return (
      <p className="not-sent" role="alert">
        <Icon name="alert" size={14} />
        {whyFailed(message.reason, texts)}
        <button type="button" onClick={() => onResend(message.key)}>
          {texts.resend}
        </button>
      </p>
    )
  }
  if (message.state === 'sent') {
    return (
      withMeta && (
        <p className="meta">
          {fill(texts.sent, { time })}
          <Icon name="sent" size={14} />
        </p>
      )
    )
  }
  const waiting = waitsForNetwork ? texts.waiting : texts.pending
  return (
    <p className="meta">
      <Icon name="waiting" size={14} />
      {message.state === 'sending' ? texts.sending : waiting}
    </p>
  )
}

function Sources({ citations, texts }: { citations: readonly Citation[]; texts: WidgetTexts }): ReactNode {
  // A document that several sentences come from stands there once.
  const titles = [...new Set(citations.map(citation => citation.title))]
  return titles.map(title => (
    <details key={title} className="source">
      <summary>
        <Icon name="source" size={14} />
        <span>{fill(texts.source, { title })}</span>
      </summary>
      {citations
        .filter(citation => citation.title === title && citation.quote)
        .map(({ quote }, index) => (
          <blockquote key={index}>{quote}</blockquote>
        ))}
    </details>
  ))
}

function whyFailed(reason: string | null, texts: WidgetTexts): string {
  if (reason === 'request.too_many' || reason?.startsWith('widget.too_')) return texts.failedTooFast
  if (reason === 'inbox.message_too_long') return texts.failedTooLong
  return reason === 'widget.closed' ? texts.failedClosed : texts.failed
}

/** Who speaks, in words. */
export function speaker(message: Pick<Message, 'author' | 'name'>, texts: WidgetTexts): string {
  if (message.author === 'contact') return texts.you
  return message.author === 'bot' ? texts.bot : message.name || texts.team
}
