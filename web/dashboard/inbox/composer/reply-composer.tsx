import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ReplyVariable } from '#shared/rules/text/reply-variables.ts'
import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import type { ChannelKind } from '#shared/words.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useTypedText } from '#web/kit/forms/typed-text.ts'
import { hasKeyboard, useEnterSends } from '#web/parts/conversations/enter-sends.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { ComposerFileList } from './composer-file-list.tsx'
import { useComposerFiles } from './composer-files.ts'
import { ComposerTools } from './composer-tools.tsx'
import { ComposerHints, maxReplyLength } from './composer-hints.tsx'
import { MissingPlaceholders } from './missing-placeholders.tsx'
import { readStored, writeStored } from './outboxes.ts'
import type { ReplyFile } from './reply-outbox.ts'
import type { ReplyWindow } from '#web/parts/conversations/reply-window.ts'
import { useToastOffset } from './toast-offset.ts'
import { SendKey } from './send-key.tsx'
import { SuggestedReply } from './suggested-reply.tsx'
import { SuggestionList } from './suggestions.tsx'
import { useCanned } from './use-canned.ts'
import type { Suggested } from './use-suggested.ts'
import { replyWindowText } from '#web/dashboard/inbox/delivery/reply-window-text.ts'

const AskDetails = lazy(async () => ({ default: (await import('./ask-details.tsx')).AskDetails }))
const CannedDialog = lazy(async () => ({ default: (await import('./canned-dialog.tsx')).CannedDialog }))

const tallest = 200

type ComposerProps = {
  draftName: string
  name: string
  source: ChannelKind
  language: string | null
  values: Partial<Record<ReplyVariable, string>>
  window: ReplyWindow
  now: Date
  onTyping(): void
  suggested: Suggested
  /** Undefined where the platform has no form for the customer's details. */
  onAskDetails: ((words: string) => void) | undefined
  /** @param done call it once the reply is sent, to clear the field */
  onSend(text: string, files: readonly ReplyFile[], done: () => void): void
}

/** Enter (or Ctrl/Cmd+Enter, as chosen) sends, Tab takes the bot's suggestion, a slash offers canned replies. */
export function ReplyComposer(props: ComposerProps) {
  const { draftName, name, source, language, values, window, now, suggested, onTyping, onAskDetails, onSend } = props
  const texts = useTexts(inboxTexts)
  const tools = useTexts(inboxToolsTexts)
  const delivery = useTexts(deliveryTexts)
  const times = useTimes()
  const [text, setText] = useState(() => readStored(draftName) ?? '')
  const [tried, setTried] = useState(false)
  const [list, setList] = useState(false)
  const [asking, setAsking] = useState(false)
  const [over, setOver] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  const id = useId()
  const files = useComposerFiles(draftName, source, tools)
  const canned = useCanned({ text, setText, field, language, values })
  const trimmed = text.trim()
  const length = [...trimmed].length
  const tooLong = length > maxReplyLength
  const closed = window.kind === 'closed'
  const isEmpty = trimmed === '' && files.files.length === 0
  const coming = files.files.some(file => file.state !== 'ready')
  const enter = useEnterSends()
  const withKeys = hasKeyboard()
  const offered = text === '' && !closed && files.files.length === 0 ? suggested.reply : null
  useToastOffset(frame)
  const timeLeft = replyWindowText(window, source, now, times, delivery)
  const typed = useTypedText(value => {
    setText(value)
    canned.moved(field.current?.selectionStart ?? value.length)
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
    if (isEmpty || tooLong || closed) return
    const [place] = canned.places
    setTried(place !== undefined || coming)
    if (place) return canned.fillPlace(place)
    if (coming) return
    const sent = files.files.map(({ file, name: called, mime, size }) => ({ file, name: called, mime, size }))
    onSend(trimmed, sent, () => {
      setText('')
      files.clear()
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (canned.suggestions.keys(event)) return
    if (takesSuggested(event)) return
    // While composing with an input method, Enter ends a word and must not send.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    const withControl = event.ctrlKey || event.metaKey
    if (!withControl && (event.shiftKey || event.altKey || !enter.sends || !withKeys)) return
    event.preventDefault()
    send()
  }

  function takesSuggested(event: KeyboardEvent): boolean {
    if (!offered) return false
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Tab' && plain) takeOffered()
    else if (event.key === 'Escape') suggested.decline()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  function takeOffered() {
    if (offered) canned.put(offered)
    onTyping()
  }

  function take(event: ClipboardEvent | DragEvent, given: DataTransfer) {
    const all = [...given.files]
    if (all.length === 0 || closed) return
    event.preventDefault()
    files.add(all)
  }

  const described = [timeLeft && 'window', offered && 'suggested', 'places', 'words']
    .filter(Boolean)
    .map(part => `${id}-${part}`)

  return (
    <>
      <form
        ref={frame}
        className={`inbox-composer ${over ? 'inbox-composer-over' : ''}`}
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
        onDragOver={event => {
          if (closed || !event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          setOver(false)
          take(event, event.dataTransfer)
        }}
      >
        {canned.looking && (
          <SuggestionList
            {...canned.suggestions.list}
            label={tools.canned}
            status={
              canned.suggestions.list.items.length === 0
                ? tools.cannedFoundNone
                : fill(tools.cannedFound, { count: canned.suggestions.list.items.length })
            }
            keyOf={reply => reply.id}
          >
            {reply => (
              <>
                <kbd>/{reply.shortcut}</kbd>
                <span className="suggestion-words">
                  <b>{reply.title}</b>
                  <span className="ell soft">{canned.preview(reply)}</span>
                </span>
              </>
            )}
          </SuggestionList>
        )}
        {offered && (
          <SuggestedReply
            id={`${id}-suggested`}
            reply={offered}
            lang={language ?? undefined}
            onTake={takeOffered}
            onDecline={() => {
              suggested.decline()
              field.current?.focus()
            }}
          />
        )}
        <div className="inbox-composer-head">
          <span className="inbox-composer-kind">{texts.replyTo}</span>
          <span className="muted">{over ? tools.fileDrop : texts.botSilentWhileYouType}</span>
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
          aria-describedby={described.join(' ')}
          enterKeyHint={enter.sends && withKeys ? 'send' : 'enter'}
          onFocus={suggested.begin}
          {...canned.suggestions.field}
          onKeyDown={onKeyDown}
          onSelect={event => canned.moved(event.currentTarget.selectionStart)}
          onPaste={event => take(event, event.clipboardData)}
          {...typed}
        />
        <MissingPlaceholders id={`${id}-places`} places={canned.places} urgent={tried} onFill={canned.fillPlace} />
        <ComposerFileList {...files} />
        <div className="inbox-composer-foot">
          <ComposerTools
            source={source}
            closed={closed}
            onFiles={all => {
              files.add(all)
              field.current?.focus()
            }}
            onCanned={() => setList(true)}
            onEmoji={canned.put}
            onAskDetails={onAskDetails && (() => setAsking(true))}
          />
          <ComposerHints id={`${id}-words`} tooLong={tooLong} length={length} wait={tried && coming} />
          {withKeys && <SendKey />}
          <Button look={isEmpty ? 'outline' : 'person'} size="sm" type="submit" disabled={closed}>
            <Icon name="send-horizontal" />
            {window.kind === 'paid' ? delivery.sendPaid : texts.send}
          </Button>
        </div>
      </form>
      <Suspense fallback={null}>
        {asking && onAskDetails && (
          <AskDetails language={language} onAsk={onAskDetails} onClose={() => setAsking(false)} />
        )}
        {list && (
          <CannedDialog
            language={language}
            onClose={() => setList(false)}
            onUse={reply => {
              setList(false)
              canned.insert(reply)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
