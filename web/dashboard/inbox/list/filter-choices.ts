import { inboxListTexts, type InboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { channelKinds } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Channel, Member } from '#web/data/wire-rows.ts'
import { isConnected, useChannels } from '#web/parts/channels/channels.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Filters } from './list-filters.ts'
import { type TagRow, useTags } from '#web/parts/conversations/tag-rows.ts'

/** `''` among the values means any. */
export type FilterChoice = {
  name: 'source' | 'bot' | 'member' | 'tag'
  label: string
  value: string
  options: { value: string; text: string }[]
  choose(value: string): Partial<Filters>
}

const kindNames = { facebook: 'Facebook', zalo: 'Zalo OA', website: 'Website' } as const

export function useFilterChoices(filters: Filters): FilterChoice[] {
  const texts = useTexts(inboxListTexts)
  const { members, me } = useCurrentWorkspace()
  const tags = useTags()
  const { rows: channels } = useChannels()
  return [
    sourceChoice(filters, channels, texts),
    {
      name: 'bot',
      label: texts.bot,
      value: filters.bot ?? '',
      options: [
        { value: '', text: texts.anyBot },
        { value: 'on', text: texts.botOn },
        { value: 'off', text: texts.botOff },
      ],
      choose: value => ({ bot: value === 'on' || value === 'off' ? value : undefined }),
    },
    memberChoice(filters, members, me, texts),
    tagChoice(filters, tags, texts),
  ]
}

function sourceChoice(filters: Filters, channels: readonly Channel[], texts: InboxListTexts): FilterChoice {
  const several = channels.filter(
    one => isConnected(one) && channels.some(other => other !== one && other.kind === one.kind && isConnected(other)),
  )
  return {
    name: 'source',
    label: texts.source,
    value: filters.channel ?? filters.source ?? '',
    options: withGone(
      [
        { value: '', text: texts.anySource },
        ...channelKinds.map(kind => ({ value: kind, text: kindNames[kind] })),
        ...several.map(one => ({ value: one.id, text: one.name })),
      ],
      filters.channel,
      channels.find(one => one.id === filters.channel)?.name ?? texts.goneFilter,
    ),
    choose: value => {
      const source = channelKinds.find(kind => kind === value)
      return { source, channel: source ? undefined : value || undefined }
    },
  }
}

function memberChoice(
  filters: Filters,
  members: readonly Member[],
  me: Member | undefined,
  texts: InboxListTexts,
): FilterChoice {
  const others = members.filter(one => one.status === 'active' && one.person_id && one.person_id !== me?.person_id)
  return {
    name: 'member',
    label: texts.member,
    value: filters.assignee ?? '',
    options: withGone(
      [
        { value: '', text: texts.anyMember },
        { value: 'me', text: texts.mine },
        { value: 'nobody', text: texts.nobodys },
        ...others.map(one => ({ value: one.person_id ?? '', text: fill(texts.ofMember, { name: one.name }) })),
      ],
      filters.assignee,
      texts.goneFilter,
    ),
    choose: value => ({ assignee: value || undefined }),
  }
}

function tagChoice(filters: Filters, tags: readonly TagRow[], texts: InboxListTexts): FilterChoice {
  return {
    name: 'tag',
    label: texts.tag,
    value: filters.tag ?? '',
    options: withGone(
      [{ value: '', text: texts.anyTag }, ...tags.map(tag => ({ value: tag.id, text: tag.name }))],
      filters.tag,
      texts.goneFilter,
    ),
    choose: value => ({ tag: value || undefined }),
  }
}

/** An old address may name something deleted; it stays visible, so that it can be removed. */
function withGone(
  options: { value: string; text: string }[],
  value: string | undefined,
  text: string,
): { value: string; text: string }[] {
  return value === undefined || options.some(one => one.value === value) ? options : [...options, { value, text }]
}
