import { useState } from 'react'
import { Link } from 'react-router'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Channel, Conversation } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { ChannelGlyph, type ChannelKind } from '#web/kit/channel-glyph.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Switch } from '#web/kit/switch.tsx'
import { showErrorToast, showToast } from '#web/kit/toast.tsx'
import { useMoment, useTimes } from '#web/parts/shop-times.ts'
import { botState } from './bot-state.ts'
import { botWords } from './conversation-row.tsx'
import { avatarName, conversationName } from './conversation-name.ts'

type HeaderProps = {
  conversation: Conversation
  channel: Channel | undefined
  customerTypes: boolean
  backTo: string
  onInfo: (() => void) | undefined
}

/** Who this is, whether the bot speaks here, and closing the chat. */
export function ThreadHeader({ conversation, channel, customerTypes, backTo, onInfo }: HeaderProps) {
  const texts = useTexts(inboxTexts)
  const name = conversationName(conversation, texts)
  return (
    <header className="inbox-head">
      <Link className="icon-btn inbox-back" to={backTo} aria-label={texts.back} title={texts.back}>
        <Icon name="arrow-left" size="lg" />
      </Link>
      <span className="inbox-head-face">
        <Avatar name={avatarName(conversation)} size={40} />
      </span>
      <div className="fill">
        <h2 className="inbox-head-name ell">{name}</h2>
        <p className="drop-meta">
          <ChannelGlyph kind={conversation.source as ChannelKind} size={14} />
          <span className="ell">{channel?.name}</span>
          {customerTypes && <span className="inbox-typing">· {texts.typing}</span>}
        </p>
      </div>
      <BotSwitch conversation={conversation} />
      <CloseButton conversation={conversation} />
      {onInfo && <IconButton icon="circle-user" label={texts.info} onClick={onInfo} />}
    </header>
  )
}

function BotSwitch({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const now = useMoment(5000)
  const { workspace } = useCurrentWorkspace()
  const [wanted, setWanted] = useState<boolean>()
  if (conversation.status === 'closed') return null
  const bot = botState(conversation, workspace, now)
  const on = wanted ?? (bot.kind === 'on' || bot.kind === 'held')

  async function turn(next: boolean) {
    setWanted(next)
    try {
      await call(
        'POST',
        `/conversations/${conversation.id}/${next ? 'resume-bot' : 'pause-bot'}`,
        next ? undefined : {},
        { repeatable: true },
      )
    } catch (error) {
      showErrorToast(messageOf(error))
    } finally {
      setWanted(undefined)
    }
  }
  return (
    <span className="inbox-bot">
      <span className="inbox-bot-words num">
        {wanted === undefined ? botWords(bot, times, texts) : wanted ? texts.botReplies : texts.botPaused}
      </span>
      <Switch
        on={on}
        label={texts.botSwitch}
        busy={wanted !== undefined}
        disabled={bot.kind === 'shop-off'}
        onSwitch={next => void turn(next)}
      />
    </span>
  )
}

function CloseButton({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const [busy, setBusy] = useState(false)
  if (conversation.status === 'closed') return null

  async function close() {
    setBusy(true)
    try {
      await call('POST', `/conversations/${conversation.id}/close`, undefined, { repeatable: true })
      showToast(texts.closedDone, { text: texts.undo, run: () => void reopen(conversation.id) })
    } catch (error) {
      showErrorToast(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className="inbox-close"
      size="sm"
      icon="check"
      busy={busy}
      onClick={() => void close()}
      aria-label={texts.close}
      title={texts.close}
    >
      <span className="inbox-close-words">{texts.close}</span>
    </Button>
  )
}

async function reopen(conversationId: string): Promise<void> {
  try {
    await call('POST', `/conversations/${conversationId}/reopen`, undefined, { repeatable: true })
  } catch (error) {
    showErrorToast(messageOf(error))
  }
}

/** Stands where the composer would be: a closed chat is read, or opened again. */
export function ClosedBar({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return (
    <div className="inbox-closed">
      <p className="fill" role={problem ? 'alert' : undefined}>
        {problem ?? texts.isClosed}
      </p>
      <Button
        size="sm"
        busy={busy}
        busyText={texts.reopening}
        onClick={() => {
          setBusy(true)
          setProblem(undefined)
          call('POST', `/conversations/${conversation.id}/reopen`, undefined, { repeatable: true })
            .catch((error: unknown) => setProblem(messageOf(error)))
            .finally(() => setBusy(false))
        }}
      >
        {texts.reopen}
      </Button>
    </div>
  )
}
