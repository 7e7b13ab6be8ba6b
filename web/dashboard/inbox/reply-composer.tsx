import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { deliveryTexts } from '#shared/texts/delivery-texts.ts'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { fill } from '#web/parts/texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { useTypedText } from '#web/kit/typed-text.ts'
import { useTimes } from '#web/parts/shop-times.ts'
import { readStored, writeStored } from './outboxes.ts'
import type { ReplyWindow } from './reply-window.ts'
import { windowWords } from './window-words.ts'

const longest = 2000
const warnBelow = 200
const tallest = 200

type ComposerProps = {
  /** Under which name the unfinished text is kept. */
  draftName: string
  /** As whom the member writes. */
  name: string
  source: string
  window: ReplyWindow
  now: Date
  onTyping(): void
  /** @param done the text is on its way: the field may forget it */
  onSend(text: string, done: () => void): void
}

/** Where a member writes to the customer. Ctrl or Cmd with Enter sends; what is unfinished stays with its conversation. */
export function ReplyComposer({ draftName, name, source, window, now, onTyping, onSend }: ComposerProps) {
  const texts = useTexts(inboxTexts)
  const delivery = useTexts(deliveryTexts)
  const times = useTimes()
  const [text, setText] = useState(() => readStored(draftName) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const trimmed = text.trim()
  const length = [...trimmed].length
  const tooLong = length > longest
  const closed = window.kind === 'closed'
  const timeLeft = windowWords(window, source, now, times, delivery)
  const typed = useTypedText(value => {
    setText(value)
    if (value.trim()) onTyping()
  })

  useEffect(() => writeStored(draftName, text || undefined), [draftName, text])

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, tallest)}px`
  }, [text])

  function send() {
    field.current?.focus()
    if (!trimmed || tooLong || closed) return
    onSend(trimmed, () => setText(''))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="inbox-composer"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <div className="inbox-composer-head">
        <span className="inbox-composer-kind">{texts.replyTo}</span>
        <span className="muted">{texts.botSilentWhileYouType}</span>
      </div>
      {timeLeft && (
        <p id={`${id}-window`} className={`inbox-window num inbox-window-${window.kind}`}>
          <Icon name={closed ? 'lock' : 'clock'} size="sm" />
          <span>{timeLeft}</span>
        </p>
      )}
      <label htmlFor={id} className="unseen">
        {texts.replyTo}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        value={text}
        readOnly={closed}
        placeholder={closed ? delivery.blocked : fill(texts.writeAs, { name })}
        aria-invalid={tooLong || undefined}
        aria-describedby={timeLeft ? `${id}-window ${id}-words` : `${id}-words`}
        aria-keyshortcuts="r"
        enterKeyHint="enter"
        onKeyDown={onKeyDown}
        {...typed}
      />
      <div className="inbox-composer-foot">
        <span className="fill" id={`${id}-words`} role={tooLong ? 'alert' : undefined}>
          {tooLong ? (
            <span className="field-error">{fill(texts.tooLong, { count: length })}</span>
          ) : (
            length > longest - warnBelow && (
              <span className="muted num">{fill(texts.left, { count: longest - length })}</span>
            )
          )}
        </span>
        <span className="inbox-keys" aria-hidden="true">
          <kbd>Ctrl</kbd>
          <kbd>Enter</kbd>
        </span>
        <Button look="person" size="sm" type="submit" disabled={closed}>
          <Icon name="send-horizontal" />
          {window.kind === 'paid' ? delivery.sendPaid : texts.send}
        </Button>
      </div>
    </form>
  )
}
