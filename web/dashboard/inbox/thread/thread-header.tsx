import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Channel, Conversation } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useChannelName } from '#web/parts/channels/channels.ts'
import { useMedia } from '#web/parts/page/use-media.ts'
import { type Times, useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { botState, type BotState } from './bot-state.ts'
import { ConversationMenu } from './conversation-menu.tsx'
import { closeWithUndo } from './conversation-actions.ts'
import { botWords } from '#web/dashboard/inbox/list/conversation-row.tsx'
import { avatarName, conversationName } from '#web/dashboard/inbox/conversation-name.ts'

type HeaderProps = {
  conversation: Conversation
  channel: Channel | undefined
  customerTypes: boolean
  backTo: string
  onInfo: (() => void) | undefined
}

export function ThreadHeader({ conversation, channel, customerTypes, backTo, onInfo }: HeaderProps) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const bot = useBotState(conversation)
  const name = conversationName(conversation, texts)
  const channelName = useChannelName(channel)
  const heading = useRef<HTMLHeadingElement>(null)
  const phone = useMedia(phoneWidth)
  // On phones the focused list is gone now.
  useEffect(() => {
    if (matchMedia(phoneWidth).matches) heading.current?.focus()
  }, [])
  return (
    <header className="inbox-head">
      <Link className="icon-btn inbox-back" to={backTo} aria-label={texts.back} title={texts.back}>
        <Icon name="arrow-left" size="lg" />
      </Link>
      <span className="inbox-head-face">
        <Avatar name={avatarName(conversation)} size={40} />
      </span>
      <div className="fill">
        <h2 ref={heading} className="inbox-head-name ell" tabIndex={-1}>
          {name}
        </h2>
        <p className="drop-meta">
          <ChannelIcon kind={conversation.source} size={14} />
          <span className="inbox-head-channel ell">{channelName}</span>
          {customerTypes && <span className="inbox-typing">· {texts.typing}</span>}
          {!customerTypes && bot && <span className="inbox-head-bot ell">{narrowWords(bot, times, texts)}</span>}
        </p>
      </div>
      {bot && <BotSwitch conversation={conversation} bot={bot} />}
      {!phone && <CloseButton conversation={conversation} />}
      <ConversationMenu conversation={conversation} backTo={backTo} onInfo={onInfo} whole={phone} />
      {onInfo && (!phone || conversation.status === 'closed') && (
        <IconButton icon="circle-user" label={texts.info} onClick={onInfo} />
      )}
    </header>
  )
}

/** There the name needs the room: closing and details are in the menu. */
const phoneWidth = '(max-width: 767px)'

function narrowWords(bot: BotState, times: Times, texts: InboxTexts): string | undefined {
  if (bot.kind === 'held') return texts.narrowHeld
  if (bot.kind === 'shop-off') return texts.narrowShop
  return bot.kind === 'off' && bot.until ? fill(texts.narrowUntil, { time: times.clock(bot.until) }) : undefined
}

const rowFollowsMs = 1000

export function useBotState(conversation: Conversation): BotState | undefined {
  const now = useMoment(5000)
  const { workspace } = useCurrentWorkspace()
  return conversation.status === 'closed' ? undefined : botState(conversation, workspace, now)
}

function BotSwitch({ conversation, bot }: { conversation: Conversation; bot: BotState }) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const [wanted, setWanted] = useState<boolean>()
  const { busy, perform } = useAction({
    onProblem: problem => {
      setWanted(undefined)
      showErrorToast(problem)
    },
  })
  const forget = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(forget.current), [])
  const on = wanted ?? (bot.kind === 'on' || bot.kind === 'held')
  const words = wanted === undefined ? botWords(bot, times, texts) : wanted ? texts.botReplies : texts.botPaused

  async function turn(next: boolean) {
    clearTimeout(forget.current)
    setWanted(next)
    await perform(async () => {
      const act = next ? 'resume-bot' : 'pause-bot'
      await call(`POST /api/v1/conversations/:id/${act}`, { params: { id: conversation.id }, repeatable: true })
      // The switch keeps its position until the updated row arrives.
      forget.current = setTimeout(() => setWanted(undefined), rowFollowsMs)
    })
  }
  return (
    <span className="inbox-bot">
      <span className="inbox-bot-words num">{words}</span>
      <span className="inbox-bot-short" aria-hidden="true">
        {on ? texts.bot : texts.botPausedShort}
      </span>
      <Switch
        on={on}
        label={texts.botSwitch}
        busy={busy}
        disabled={bot.kind === 'shop-off'}
        onSwitch={next => void turn(next)}
      />
    </span>
  )
}

function CloseButton({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const { busy, perform } = useAction()
  if (conversation.status === 'closed') return null

  return (
    <Button
      className="inbox-close"
      size="sm"
      icon="check"
      busy={busy}
      onClick={() => void perform(() => closeWithUndo(conversation.id, texts))}
      aria-label={texts.close}
      title={texts.close}
    >
      <span className="inbox-close-words">{texts.close}</span>
    </Button>
  )
}

export function ClosedBar({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const { busy, problem, perform } = useAction()
  const reopen = () =>
    call('POST /api/v1/conversations/:id/reopen', { params: { id: conversation.id }, repeatable: true })
  return (
    <div className="inbox-closed">
      <p className="fill" role={problem ? 'alert' : undefined}>
        {problem ?? texts.isClosed}
      </p>
      <Button size="sm" busy={busy} busyText={texts.reopening} onClick={() => void perform(reopen)}>
        {texts.reopen}
      </Button>
    </div>
  )
}
