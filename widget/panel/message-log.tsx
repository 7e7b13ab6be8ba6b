import { Fragment, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { fill } from '#shared/texts/chat/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/chat/widget.vi.ts'
import { Bubble, speaker } from './bubble.tsx'
import type { Snapshot } from '#widget/conversation/snapshot.ts'
import { Icon } from './icons.tsx'
import type { Message } from '#widget/conversation/message-list.ts'
import type { Rating } from '#widget/transport/transport.ts'

const NEAR_PX = 80

export type MessageLogProps = {
  snapshot: Snapshot
  greeting: string
  locale: string
  texts: WidgetTexts
  starters: readonly string[]
  onResend(key: string): void
  onCancelFile(key: string): void
  onRate(key: string, rating: Rating): void
  onOpenFile(id: string): Promise<Blob>
  onAsk(question: string): void
}

export function MessageLog(props: MessageLogProps): ReactNode {
  const { snapshot, greeting, locale, texts, starters, onResend, onAsk } = props
  const log = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const { messages, typing, connection } = snapshot
  const last = messages.at(-1)
  const joins = firstWords(messages)

  const lastKey = useRef('')

  function toEnd() {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }

  useLayoutEffect(() => {
    const justWritten = last?.author === 'contact' && last.key !== lastKey.current
    lastKey.current = last?.key ?? ''
    if (justWritten || !away) toEnd()
  })

  useLayoutEffect(() => {
    const area = log.current
    if (!area || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (area.dataset.away !== 'true') area.scrollTo({ top: area.scrollHeight })
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [])

  return (
    <div className="middle">
      <div
        ref={log}
        className="log"
        role="log"
        aria-live="polite"
        aria-label={texts.log}
        tabIndex={0}
        data-away={away}
        data-drafted={snapshot.drafted}
        onScroll={({ currentTarget: area }) =>
          setAway(area.scrollHeight - area.scrollTop - area.clientHeight > NEAR_PX)
        }
      >
        <div className="message in">
          <div className="drop bot">
            <p>{greeting}</p>
          </div>
          <p className="meta">{texts.bot}</p>
        </div>
        {messages.length === 0 && <Offers label={texts.starters} offers={starters} onAsk={onAsk} />}
        {messages.map((message, index) => (
          <Fragment key={message.key}>
            <NewDay message={message} previous={messages[index - 1]} locale={locale} texts={texts} />
            {joins.has(message.key) && (
              <p className="said-by-nobody">
                <Icon name="hand" size={14} />
                {fill(texts.joined, { name: message.name ?? '' })}
              </p>
            )}
            <Bubble
              message={message}
              texts={texts}
              time={clockTime(message.createdAt, locale)}
              withMeta={endsRun(message, messages[index + 1], locale)}
              waitsForNetwork={connection !== 'online'}
              checking={snapshot.checking}
              locale={locale}
              onResend={onResend}
              onCancelFile={props.onCancelFile}
              onRate={props.onRate}
              onOpenFile={props.onOpenFile}
            />
          </Fragment>
        ))}
        {last && last.choices.length > 0 && !typing && (
          <Offers label={texts.choices} offers={last.choices} onAsk={onAsk} />
        )}
        {typing && (
          <div className="message in">
            <span className="unseen">{fill(texts.typing, { name: speaker(typing, texts) })}</span>
            {/* Screen readers read it once complete, not piece by piece. */}
            <div className={`drop ${typing.author}`} aria-hidden="true">
              {typing.draft && <p className="draft">{typing.draft}</p>}
              <span className={`typing ${typing.author}`}>
                <i />
                <i />
                <i />
              </span>
            </div>
          </div>
        )}
      </div>
      {away && (
        <button type="button" className="to-end" aria-label={texts.newest} onClick={toEnd}>
          <Icon name="down" />
        </button>
      )}
    </div>
  )
}

function Offers({
  label,
  offers,
  onAsk,
}: {
  label: string
  offers: readonly string[]
  onAsk(words: string): void
}): ReactNode {
  return (
    <div className="starters" role="group" aria-label={label}>
      {offers.map(words => (
        <button key={words} type="button" onClick={() => onAsk(words)}>
          {words}
        </button>
      ))}
    </div>
  )
}

function NewDay({
  message,
  previous,
  locale,
  texts,
}: {
  message: Message
  previous: Message | undefined
  locale: string
  texts: WidgetTexts
}): ReactNode {
  const day = new Date(message.createdAt).toDateString()
  const before = previous ? new Date(previous.createdAt) : new Date()
  return day !== before.toDateString() && <p className="day">{dayName(message.createdAt, locale, texts)}</p>
}

/** First messages of a member who takes over from the bot or another member. */
function firstWords(messages: readonly Message[]): Set<string> {
  const joins = new Set<string>()
  let speaking = ''
  for (const { author, name, key } of messages) {
    if (author === 'contact' || author === 'system') continue
    const who = author === 'member' ? (name ?? '') : ''
    if (who && who !== speaking) joins.add(key)
    speaking = who
  }
  return joins
}

function dayName(at: string, locale: string, texts: WidgetTexts): string {
  const day = new Date(at)
  if (day.toDateString() === new Date().toDateString()) return texts.today
  return day.toLocaleDateString(locale === 'vi' ? 'vi-VN' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'numeric',
  })
}

function clockTime(at: string, locale: string): string {
  return new Date(at).toLocaleTimeString(locale === 'vi' ? 'vi-VN' : 'en-GB', { hour: '2-digit', minute: '2-digit' })
}

function endsRun(message: Message, next: Message | undefined, locale: string): boolean {
  return (
    !next ||
    next.author !== message.author ||
    next.name !== message.name ||
    next.state !== 'sent' ||
    clockTime(next.createdAt, locale) !== clockTime(message.createdAt, locale)
  )
}
