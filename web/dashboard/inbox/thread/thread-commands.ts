import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { type PaletteTexts, paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation, Member } from '#web/data/wire-rows.ts'
import { type Command, useCommands } from '#web/parts/commands/commands.ts'
import { inboxKeys } from '#web/parts/conversations/inbox-keys.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { actOn, closeWithUndo } from './conversation-actions.ts'
import { snoozeChoices } from './snooze-choices.ts'
import { type TagRow, useTags } from '#web/parts/conversations/tag-rows.ts'

type Parts = {
  conversation: Conversation
  backTo: string
  onInfo: (() => void) | undefined
  botOn: boolean | undefined
}

export function useThreadCommands({ conversation, backTo, onInfo, botOn }: Parts): void {
  const texts = useTexts(paletteTexts)
  const inbox = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const times = useTimes()
  const now = useMoment()
  const navigate = useNavigate()
  const tags = useTags()
  const { me, members, workspace } = useCurrentWorkspace()
  const { id, status, assignee_id: assignee, tag_ids: tagIds } = conversation
  const closed = status === 'closed'

  const commands = useMemo<Command[]>(() => {
    const here = (one: Omit<Command, 'group'>): Command => ({ ...one, group: 'here' })
    const assign = (person: string | null) => void actOn(id, 'assign', { person_id: person, instead_of: assignee })
    const common = [
      ...assignCommands(members, me, assignee, texts, assign),
      ...tagCommands(tags, tagIds, texts, id),
      {
        id: 'note',
        text: texts.note,
        icon: 'pencil' as const,
        keys: inboxKeys.note,
        run: () => inPanel(onInfo, '[data-notes] textarea', focus),
      },
      {
        id: 'customer',
        text: texts.customer,
        icon: 'circle-user' as const,
        keys: inboxKeys.customer,
        run: () => inPanel(onInfo, '.customer-details-head button', focus),
      },
      {
        id: 'edit-customer',
        text: texts.editCustomer,
        icon: 'circle-user' as const,
        rare: true,
        run: () => inPanel(onInfo, '.customer-details-head button', press),
      },
      { id: 'list', text: texts.list, icon: 'arrow-left' as const, rare: true, run: () => void navigate(backTo) },
    ]
    if (closed)
      return [
        here({ id: 'reopen', text: texts.reopenChat, icon: 'rotate-cw', run: () => void actOn(id, 'reopen') }),
        ...common.map(here),
      ]
    const snoozes =
      status === 'snoozed'
        ? [
            {
              id: 'wake',
              text: texts.wake,
              icon: 'clock' as const,
              run: () => void actOn(id, 'snooze', { until: null }),
            },
          ]
        : snoozeChoices(now, workspace.time_zone).map((choice, index) => {
            const time = times.clock(choice.at)
            const words =
              choice.kind === 'hours'
                ? fill(work.inHours, { count: choice.count, time })
                : fill(choice.kind === 'tomorrow' ? work.tomorrow : work.monday, { time })
            return {
              id: `snooze ${index}`,
              text: fill(texts.snooze, { time: words }),
              icon: 'clock' as const,
              rare: index > 0,
              ...(index === 0 && { keys: inboxKeys.snooze }),
              run: () => void actOn(id, 'snooze', { until: choice.at.toISOString() }),
            }
          })
    return [
      here({
        id: 'reply',
        text: texts.reply,
        icon: 'message-circle',
        keys: inboxKeys.reply,
        run: () => at('.inbox-composer textarea', focus),
      }),
      here({
        id: 'canned',
        text: texts.canned,
        icon: 'zap',
        keys: inboxKeys.canned,
        run: () => at('[data-canned-open]', press),
      }),
      ...common.map(here),
      ...snoozes.map(here),
      ...(botOn === undefined
        ? []
        : [
            here({
              id: 'bot',
              text: botOn ? texts.pauseBot : texts.resumeBot,
              icon: botOn ? 'pause' : 'play',
              keys: inboxKeys.pauseBot,
              run: () => void actOn(id, botOn ? 'pause-bot' : 'resume-bot'),
            }),
          ]),
      here({
        id: 'close',
        text: texts.closeChat,
        icon: 'check',
        keys: inboxKeys.closeChat,
        run: () => void closeWithUndo(id, inbox),
      }),
      here({
        id: 'unread',
        text: texts.markUnread,
        icon: 'mail',
        keys: inboxKeys.markUnread,
        run() {
          void navigate(backTo)
          void actOn(id, 'read', { unread: true })
        },
      }),
    ]
  }, [
    id,
    status,
    closed,
    assignee,
    tagIds,
    tags,
    members,
    me,
    botOn,
    texts,
    inbox,
    work,
    times,
    now,
    workspace.time_zone,
    navigate,
    backTo,
    onInfo,
  ])
  useCommands(commands)
}

type UngroupedCommand = Omit<Command, 'group'>

function assignCommands(
  members: readonly Member[],
  me: Member | undefined,
  assignee: string | null,
  texts: PaletteTexts,
  assign: (person: string | null) => void,
): UngroupedCommand[] {
  const icon = 'user-plus' as const
  const mine = me?.person_id ?? null
  const others = members.filter(one => one.status === 'active' && one.person_id !== mine && one.person_id !== assignee)
  return [
    ...(assignee !== mine && mine !== null
      ? [{ id: 'assign me', text: texts.assignMe, icon, keys: inboxKeys.assignMe, run: () => assign(mine) }]
      : []),
    ...others.map(({ person_id: person, name }) => ({
      id: `assign ${person}`,
      text: fill(texts.assignTo, { name }),
      icon,
      rare: true,
      run: () => assign(person),
    })),
    ...(assignee === null
      ? []
      : [{ id: 'assign nobody', text: texts.assignNobody, icon, rare: true, run: () => assign(null) }]),
  ]
}

function tagCommands(
  tags: readonly TagRow[],
  own: readonly string[],
  texts: PaletteTexts,
  id: string,
): UngroupedCommand[] {
  return tags.map(tag => {
    const has = own.includes(tag.id)
    return {
      id: `tag ${tag.id}`,
      text: fill(has ? texts.removeTag : texts.addTag, { name: tag.name }),
      words: 'tag nhãn',
      icon: 'tag',
      rare: true,
      run: () => void actOn(id, 'tags', has ? { remove: [tag.id] } : { add: [tag.id] }),
    }
  })
}

const focus = (element: HTMLElement) => element.focus()
const press = (element: HTMLElement) => element.click()

function at(selector: string, act: (element: HTMLElement) => void): void {
  const element = document.querySelector<HTMLElement>(selector)
  if (element) act(element)
}

function inPanel(open: (() => void) | undefined, selector: string, act: (element: HTMLElement) => void): void {
  open?.()
  const until = performance.now() + 3000
  const tryFind = () => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element) act(element)
    else if (performance.now() < until) requestAnimationFrame(tryFind)
  }
  tryFind()
}
