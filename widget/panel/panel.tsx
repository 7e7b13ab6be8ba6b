import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { fill, widgetTexts, type WidgetLanguage } from '#shared/texts/chat/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/chat/widget.vi.ts'
import { ConsentBox } from './consent-box.tsx'
import { Composer } from './composer.tsx'
import type { Conversation } from '#widget/conversation/conversation.ts'
import { Icon, Lotus, Mark } from './icons.tsx'
import { MessageLog } from './message-log.tsx'
import type { Snapshot } from '#widget/conversation/snapshot.ts'
import { saveSound, soundOn } from './sound.ts'

export type PanelProps = {
  conversation: Conversation
  name: string
  brand: string
  /** '' means the default. */
  greetings: Record<WidgetLanguage, string>
  /** URL of the bot's picture; null: the lotus. */
  avatar: string | null
  /** The product's own chat, with suggestions about the product. */
  house: boolean
  /** Suggested by the shop's documents; empty: the defaults. */
  starters: Record<WidgetLanguage, string[]>
  locale: WidgetLanguage
  /** Increased on each opening, to focus the field. */
  focus: number
  /** Null if the box cannot be closed (a page of its own). */
  onClose: (() => void) | null
}

export function Panel(props: PanelProps): ReactNode {
  const { conversation, name, brand, greetings, avatar, house, starters, locale, focus, onClose } = props
  const snapshot = useSyncExternalStore(conversation.subscribe, conversation.snapshot)
  const texts = widgetTexts(locale)
  const field = useRef<HTMLTextAreaElement>(null)
  const person = personTalking(snapshot)
  const [sound, setSound] = useState(soundOn)
  const asked = snapshot.asked.find(({ language }) => language === locale)

  useEffect(() => {
    if (focus > 0) field.current?.focus({ preventScroll: true })
  }, [focus])

  return (
    <section
      className="panel"
      lang={locale}
      aria-label={name}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose?.()
      }}
    >
      <header>
        <span className="face">
          <Face picture={avatar} />
        </span>
        <div className="who">
          <h1>{name}</h1>
          <p role="status" data-connection={snapshot.connection} data-with={person === null ? 'bot' : 'person'}>
            <span className="bud" />
            {headline(snapshot, person, texts)}
          </p>
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.sound}
          aria-pressed={sound}
          onClick={() => {
            saveSound(!sound)
            setSound(!sound)
          }}
        >
          <Icon name={sound ? 'sound' : 'silent'} />
        </button>
        {onClose && (
          <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </header>
      <MessageLog
        snapshot={snapshot}
        greeting={greetings[locale] || fill(texts.greeting, { name })}
        locale={locale}
        texts={texts}
        starters={startersOf(texts, house, starters[locale])}
        onResend={conversation.resend}
        onCancelFile={conversation.cancelFile}
        onRate={conversation.rate}
        onOpenFile={conversation.openFile}
        onAsk={question => {
          conversation.send(question)
          field.current?.focus()
        }}
      />
      {snapshot.connection === 'offline' && (
        <p className="offline-bar" role="status">
          {waitingText(snapshot.waiting, texts)}
        </p>
      )}
      <Composer
        texts={texts}
        placeholder={house ? fill(texts.writeHouse, { brand }) : texts.write}
        field={field}
        onSend={conversation.send}
        onTyped={conversation.typed}
        onFile={conversation.takesFiles ? conversation.sendFile : null}
      />
      {asked && <ConsentBox key={locale} words={asked} ticked={snapshot.agreed !== null} onTick={conversation.agree} />}
      <footer>
        <Mark size={13} />
        {fill(texts.answeredBy, { brand })}
      </footer>
    </section>
  )
}

/** Falls back to the lotus if the picture is missing or fails to load. */
function Face({ picture }: { picture: string | null }): ReactNode {
  const [lost, setLost] = useState(false)
  return picture === null || lost ? <Lotus size={24} /> : <img src={picture} alt="" onError={() => setLost(true)} />
}

function startersOf(texts: WidgetTexts, house: boolean, own: readonly string[]): string[] {
  if (!house && own.length > 0) return [...own, texts.starterPerson]
  return house
    ? [texts.houseStarterPrice, texts.houseStarterTrial, texts.houseStarterTrain]
    : [texts.starterShipping, texts.starterHours, texts.starterPerson]
}

function waitingText(count: number, texts: WidgetTexts): string {
  if (count === 0) return texts.offlineBarNone
  return count === 1 ? texts.offlineBarOne : fill(texts.offlineBar, { count })
}

function headline(snapshot: Snapshot, person: string | null, texts: WidgetTexts): string {
  if (snapshot.connection !== 'online') return texts[snapshot.connection]
  if (person !== null) return fill(texts.onlinePerson, { name: person || texts.team })
  return snapshot.bot === 'on' ? texts.online : texts.onlineTeam
}

/** The member who spoke last for the shop; null if that was the bot. */
function personTalking({ messages }: Snapshot): string | null {
  const last = messages.findLast(message => message.author === 'bot' || message.author === 'member')
  return last?.author === 'member' ? (last.name ?? '') : null
}
