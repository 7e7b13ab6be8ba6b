import { memo, type ReactNode } from 'react'
import { fill } from '#shared/texts/chat/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/chat/widget.vi.ts'
import { AttachedFile } from './attached-file.tsx'
import { Icon } from './icons.tsx'
import type { Message } from '#widget/conversation/message-list.ts'
import { RichText } from './rich-text.tsx'
import type { Citation, Rating } from '#widget/transport/transport.ts'

export type BubbleProps = {
  message: Message
  texts: WidgetTexts
  time: string
  /** Left out inside a run of the same speaker and minute. */
  withMeta: boolean
  waitsForNetwork: boolean
  checking: boolean
  locale: string
  onResend(key: string): void
  onCancelFile(key: string): void
  onRate(key: string, rating: Rating): void
  onOpenFile(id: string): Promise<Blob>
}

export const Bubble = memo(function Bubble(props: BubbleProps): ReactNode {
  const { message, texts } = props
  if (message.author === 'system') return <p className="said-by-nobody">{message.text}</p>
  const mine = message.author === 'contact'
  const kind = mine ? `mine${message.state === 'failed' ? ' failed' : ''}` : message.author
  return (
    <div className={`message ${mine ? 'out' : 'in'}`} data-state={mine ? message.state : undefined}>
      <span className="unseen">{`${speaker(message, texts)}: `}</span>
      {message.text !== '' && (
        <div className={`drop ${kind}`}>
          <RichText text={message.text} plain={mine} />
        </div>
      )}
      {message.attachments.map(attachment => (
        <AttachedFile
          key={attachment.id}
          attachment={attachment}
          texts={texts}
          locale={props.locale}
          onOpen={props.onOpenFile}
        />
      ))}
      {message.links.length > 0 && (
        <div className="starters links">
          {message.links.map(({ title, url }) => (
            <a key={title} href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          ))}
        </div>
      )}
      {message.citations.length > 0 && <Sources citations={message.citations} texts={texts} />}
      {mine ? (
        <Delivery {...props} />
      ) : (
        props.withMeta && (
          <p className="meta">
            {`${speaker(message, texts)} · ${props.time}`}
            {message.rating !== undefined && <Rate {...props} />}
          </p>
        )
      )}
    </div>
  )
})

function Delivery(props: BubbleProps): ReactNode {
  const { message, texts, time, withMeta, waitsForNetwork, checking, onResend, onCancelFile } = props
  if (message.state === 'failed') {
    return (
      <p className="not-sent" role="alert">
        <Icon name="alert" size={14} />
        {whyFailed(message.reason, texts)}
        {!hopeless.has(message.reason ?? '') && (
          <button type="button" onClick={() => onResend(message.key)}>
            {texts.resend}
          </button>
        )}
        {message.file && (
          <button type="button" onClick={() => onCancelFile(message.key)}>
            {texts.dropFile}
          </button>
        )}
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
  if (message.file) {
    return (
      <p className="meta">
        {checking ? texts.checking : <progress max={1} value={message.progress ?? 0} aria-label={texts.sending} />}
        <button type="button" className="cancel" onClick={() => onCancelFile(message.key)}>
          {texts.cancelFile}
        </button>
      </p>
    )
  }
  const waiting = waitsForNetwork ? texts.waiting : texts.pending
  const sending = checking ? texts.checking : texts.sending
  return (
    <p className="meta">
      <Icon name="waiting" size={14} />
      {message.state === 'sending' ? sending : waiting}
    </p>
  )
}

function Rate({ message, texts, onRate }: BubbleProps): ReactNode {
  return (['good', 'bad'] as const).map(rating => (
    <button
      key={rating}
      type="button"
      className="rate"
      aria-label={texts[rating]}
      aria-pressed={message.rating === rating}
      onClick={() => onRate(message.key, rating)}
    >
      <Icon name={rating} size={15} />
    </button>
  ))
}

function Sources({ citations, texts }: { citations: readonly Citation[]; texts: WidgetTexts }): ReactNode {
  // A document with several quoted sentences is listed once.
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

/** Retrying would fail the same way. */
const hopeless = new Set(['widget.file_too_large', 'widget.file_type', 'widget.files_full'])

function whyFailed(reason: string | null, texts: WidgetTexts): string {
  if (reason === 'widget.file_too_large') return texts.failedFileSize
  if (reason === 'widget.file_type') return texts.failedFileType
  if (reason === 'widget.files_full') return texts.failedFilesFull
  if (reason === 'widget.human_needed') return texts.failedCheck
  if (reason === 'request.too_many' || reason?.startsWith('widget.too_')) return texts.failedTooFast
  if (reason === 'inbox.message_too_long') return texts.failedTooLong
  return reason === 'widget.closed' ? texts.failedClosed : texts.failed
}

export function speaker(message: Pick<Message, 'author' | 'name'>, texts: WidgetTexts): string {
  if (message.author === 'contact') return texts.you
  return message.author === 'bot' ? texts.bot : message.name || texts.team
}
