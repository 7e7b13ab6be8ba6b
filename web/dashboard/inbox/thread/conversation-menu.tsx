import { useNavigate } from 'react-router'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuItem, MenuLine } from '#web/kit/overlays/menu.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { actOn, closeWithUndo } from './conversation-actions.ts'
import { type SnoozeChoice, snoozeChoices } from './snooze-choices.ts'

type MenuProps = {
  conversation: Conversation
  backTo: string
  onInfo: (() => void) | undefined
  /** With what has no button of its own on phones. */
  whole: boolean
}

export function ConversationMenu({ conversation, backTo, onInfo, whole }: MenuProps) {
  const texts = useTexts(inboxWorkTexts)
  const inbox = useTexts(inboxTexts)
  const palette = useTexts(paletteTexts)
  const times = useTimes()
  const now = useMoment()
  const { workspace } = useCurrentWorkspace()
  const navigate = useNavigate()
  if (conversation.status === 'closed') return null

  function words(choice: SnoozeChoice): string {
    const time = times.clock(choice.at)
    if (choice.kind === 'hours') return fill(texts.inHours, { count: choice.count, time })
    return fill(choice.kind === 'tomorrow' ? texts.tomorrow : texts.monday, { time })
  }

  // Leaves at once: by the time of the answer another conversation may be open.
  function markUnread() {
    void navigate(backTo)
    void actOn(conversation.id, 'read', { unread: true })
  }

  return (
    <Menu trigger={<IconButton icon="ellipsis" label={texts.more} />}>
      {whole && (
        <>
          {onInfo && (
            <MenuItem icon="circle-user" onSelect={onInfo}>
              {inbox.info}
            </MenuItem>
          )}
          <MenuItem icon="check" onSelect={() => void closeWithUndo(conversation.id, inbox)}>
            {palette.closeChat}
          </MenuItem>
          <MenuLine />
        </>
      )}
      {snoozeChoices(now, workspace.time_zone).map(choice => (
        <MenuItem
          key={choice.at.getTime()}
          icon="clock"
          onSelect={() => void actOn(conversation.id, 'snooze', { until: choice.at.toISOString() })}
        >
          {texts.snooze}: {words(choice)}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon="mail" onSelect={markUnread}>
        {texts.markUnread}
      </MenuItem>
    </Menu>
  )
}

export function SnoozedLine({ conversation }: { conversation: Conversation }) {
  const texts = useTexts(inboxWorkTexts)
  const times = useTimes()
  if (conversation.status !== 'snoozed' || conversation.snoozed_until === null) return null
  return (
    <div className="inbox-strip num" role="status">
      <Icon name="clock" size="sm" />
      <span className="fill">{fill(texts.isSnoozed, { time: times.dateAndClock(conversation.snoozed_until) })}</span>
      <Button size="sm" onClick={() => void actOn(conversation.id, 'snooze', { until: null })}>
        {texts.wake}
      </Button>
    </div>
  )
}
