import { hasWanted, type Wanted, wantedWords } from '#shared/rules/text/search-words.ts'
import { type ChannelKind, channelKinds, type ConversationGroup } from '#shared/words.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

export const shows = ['open', 'snoozed', 'closed'] as const
export type Show = (typeof shows)[number] | 'all'

/** Kept in the page's address, for going back, reloading and sharing. */
export type Filters = {
  show: Show
  source: ChannelKind | undefined
  channel: string | undefined
  bot: 'on' | 'off' | undefined
  /** 'me', 'nobody' or a person's id */
  assignee: string | undefined
  tag: string | undefined
  unread: boolean
  q: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Drops invalid values: an address may come from anywhere. */
export function readFilters(address: URLSearchParams): Filters {
  const id = (name: string) => {
    const value = address.get(name) ?? ''
    return uuid.test(value) ? value : undefined
  }
  const q = (address.get('q') ?? '').slice(0, 200)
  const assignee = address.get('assignee') ?? ''
  return {
    // A search covers everything unless told otherwise.
    show: shows.find(one => one === address.get('show')) ?? (q.trim() ? 'all' : 'open'),
    source: channelKinds.find(kind => kind === address.get('source')),
    channel: id('channel'),
    bot: (['on', 'off'] as const).find(one => one === address.get('bot')),
    assignee: assignee === 'me' || assignee === 'nobody' ? assignee : id('assignee'),
    tag: id('tag'),
    unread: address.get('unread') === 'true',
    q,
  }
}

/** '' or '?…', always in the same order. */
export function filterSuffix({ show, source, channel, bot, assignee, tag, unread, q }: Filters): string {
  const all = new URLSearchParams()
  const searching = q.trim() !== ''
  if (show !== (searching ? 'all' : 'open') && show !== 'all') all.set('show', show)
  const named = {
    source,
    channel,
    bot,
    assignee,
    tag,
    unread: unread ? 'true' : undefined,
    q: searching ? q : undefined,
  }
  for (const [name, value] of Object.entries(named)) if (value) all.set(name, value)
  const text = all.toString()
  return text && `?${text}`
}

export const noFilters: Omit<Filters, 'show'> = {
  source: undefined,
  channel: undefined,
  bot: undefined,
  assignee: undefined,
  tag: undefined,
  unread: false,
  q: '',
}

export function countFilters({ source, channel, bot, assignee, tag, unread }: Filters): number {
  return [source, channel, bot, assignee, tag, unread].filter(Boolean).length
}

export function isNarrowed(filters: Filters): boolean {
  return filters.q.trim() !== '' || countFilters(filters) > 0
}

export function listQuery(group: ConversationGroup, { source, channel, bot, assignee, tag, unread, q }: Filters) {
  const words = q.trim() === '' ? undefined : q
  return { group, source, channel, bot, assignee, tag, unread: unread ? ('true' as const) : undefined, q: words }
}

type Known = { personId: string | undefined; unread: boolean; wanted?: Wanted }

/** Whether a row passes the filters as far as the row can tell: words are only sought in the customer's name and last message. */
export function fits(row: Conversation, filters: Filters, known: Known): boolean {
  const { source, channel, bot, assignee, tag } = filters
  const person = assignee === 'me' ? known.personId : assignee
  return (
    (source === undefined || row.source === source) &&
    (channel === undefined || row.channel_id === channel) &&
    (bot === undefined || row.bot_status === bot) &&
    (assignee === undefined || row.assignee_id === (assignee === 'nobody' ? null : person)) &&
    (tag === undefined || row.tag_ids.includes(tag)) &&
    (!filters.unread || known.unread) &&
    hasWords(row, known.wanted ?? wantedWords(filters.q), filters.q)
  )
}

function hasWords(row: Conversation, wanted: Wanted, q: string): boolean {
  if (wanted.words.length === 0) return q.trim() === ''
  return [row.contact_name, row.customer_said, row.preview].some(text => hasWanted(text, wanted))
}
