import { inboxListTexts, type InboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import type { BulkAct } from '#shared/contracts/inbox/conversations.contract.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/kit/overlays/menu.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type SnoozeChoice, snoozeChoices } from '#web/dashboard/inbox/thread/snooze-choices.ts'
import { useTags } from '#web/parts/conversations/tag-rows.ts'
import type { Bulk } from './use-bulk.ts'

type BarProps = {
  rows: readonly Conversation[]
  loaded: number
  bulk: Bulk
  onAct(act: BulkAct): void
  onAll(): void
  onNone(): void
}

export function BulkBar({ rows, loaded, bulk, onAct, onAll, onNone }: BarProps) {
  const texts = useTexts(inboxListTexts)
  const { progress, failure } = bulk
  const words = progress ? fill(texts.working, progress) : fill(texts.picked, { count: rows.length })
  return (
    <div className="inbox-bulk" role="group" aria-label={texts.withPicked}>
      {failure && !progress && (
        <div className="inbox-bulk-failed" role="alert">
          <span className="fill">
            {fill(texts.someFailed, { failed: failure.ids.length, count: failure.count, why: failure.why })}{' '}
            {texts.failedStaySelected}
          </span>
          <Button size="sm" onClick={() => onAct(failure.act)}>
            {texts.tryAgain}
          </Button>
          <IconButton icon="x" label={texts.dismiss} onClick={bulk.dismiss} />
        </div>
      )}
      <div className="row gap-2">
        <span className="fill num" role="status">
          {words}
        </span>
        {rows.length < loaded && !progress && (
          <button type="button" className="inbox-chip-clear" onClick={onAll}>
            {fill(texts.pickAll, { count: loaded })}
          </button>
        )}
        <IconButton icon="x" label={texts.unpick} onClick={onNone} />
      </div>
      <div className="inbox-bulk-acts" aria-busy={progress !== undefined}>
        <Acts rows={rows} texts={texts} onAct={progress ? () => {} : onAct} />
      </div>
    </div>
  )
}

type ActsProps = { rows: readonly Conversation[]; texts: InboxListTexts; onAct(act: BulkAct): void }

function Acts({ rows, texts, onAct }: ActsProps) {
  const someOpen = rows.some(row => row.status !== 'closed')
  return (
    <>
      {someOpen ? (
        <Button size="sm" icon="check" onClick={() => onAct({ act: 'close' })}>
          {texts.close}
        </Button>
      ) : (
        <Button size="sm" icon="rotate-cw" onClick={() => onAct({ act: 'reopen' })}>
          {texts.reopen}
        </Button>
      )}
      {someOpen && <SnoozeMenu rows={rows} texts={texts} onAct={onAct} />}
      <AssignMenu texts={texts} onAct={onAct} />
      <TagMenu rows={rows} texts={texts} onAct={onAct} />
      <Menu trigger={<IconButton icon="ellipsis" label={texts.more} />}>
        <MenuItem icon="mail-check" onSelect={() => onAct({ act: 'read' })}>
          {texts.markRead}
        </MenuItem>
        <MenuItem icon="mail" onSelect={() => onAct({ act: 'read', unread: true })}>
          {texts.markUnread}
        </MenuItem>
        <MenuLine />
        <MenuItem icon="pause" onSelect={() => onAct({ act: 'pause-bot' })}>
          {texts.pauseBot}
        </MenuItem>
        <MenuItem icon="play" onSelect={() => onAct({ act: 'resume-bot' })}>
          {texts.resumeBot}
        </MenuItem>
        {someOpen && rows.some(row => row.status === 'closed') && (
          <MenuItem icon="rotate-cw" onSelect={() => onAct({ act: 'reopen' })}>
            {texts.reopen}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

function SnoozeMenu({ rows, texts, onAct }: ActsProps) {
  const work = useTexts(inboxWorkTexts)
  const times = useTimes()
  const now = useMoment()
  const { workspace } = useCurrentWorkspace()

  function words(choice: SnoozeChoice): string {
    const time = times.clock(choice.at)
    if (choice.kind === 'hours') return fill(work.inHours, { count: choice.count, time })
    return fill(choice.kind === 'tomorrow' ? work.tomorrow : work.monday, { time })
  }

  return (
    <Menu align="start" trigger={<IconButton icon="clock" label={texts.snooze} />}>
      {snoozeChoices(now, workspace.time_zone).map(choice => (
        <MenuItem
          key={choice.at.getTime()}
          icon="clock"
          onSelect={() => onAct({ act: 'snooze', until: choice.at.toISOString() })}
        >
          {words(choice)}
        </MenuItem>
      ))}
      {rows.some(row => row.status === 'snoozed') && (
        <>
          <MenuLine />
          <MenuItem icon="rotate-cw" onSelect={() => onAct({ act: 'snooze', until: null })}>
            {texts.wake}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function AssignMenu({ texts, onAct }: Omit<ActsProps, 'rows'>) {
  const { members } = useCurrentWorkspace()
  const active = members.filter(member => member.status === 'active' && member.person_id !== null)
  return (
    <Menu align="start" trigger={<IconButton icon="user-plus" label={texts.assign} />}>
      {active.map(member => (
        <MenuItem key={member.id} onSelect={() => onAct({ act: 'assign', person_id: member.person_id })}>
          {member.name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => onAct({ act: 'assign', person_id: null })}>{texts.assignNobody}</MenuItem>
    </Menu>
  )
}

function TagMenu({ rows, texts, onAct }: ActsProps) {
  const tags = useTags()
  const missing = tags.filter(tag => rows.some(row => !row.tag_ids.includes(tag.id)))
  const had = tags.filter(tag => rows.some(row => row.tag_ids.includes(tag.id)))
  return (
    <Menu align="start" trigger={<IconButton icon="tag" label={texts.tag} />}>
      {missing.map(tag => (
        <MenuItem key={tag.id} icon="plus" onSelect={() => onAct({ act: 'tags', add: [tag.id] })}>
          {tag.name}
        </MenuItem>
      ))}
      {missing.length > 0 && had.length > 0 && <MenuLine />}
      {had.map(tag => (
        <MenuItem key={tag.id} icon="x" onSelect={() => onAct({ act: 'tags', remove: [tag.id] })}>
          {texts.tagTake}: {tag.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
