import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Wanted } from '#shared/rules/text/search-words.ts'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import { QueryState, together } from '#web/kit/feedback/query-state.tsx'
import { duration } from '#web/parts/time/relative-times.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import type { Group, ListedConversation } from './conversation-lists.ts'
import { conversationName } from '#web/dashboard/inbox/conversation-name.ts'
import { ConversationRow } from './conversation-row.tsx'
import { useOpenIntents } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { useScrollAnchor } from './scroll-anchor.ts'
import { GroupHead, More, NothingHere } from './list-states.tsx'
import { PickableRow } from './pickable-row.tsx'
import { nonePicked, type Picked, pickedAll, reached, toggled } from './picked-rows.ts'
import { useUnread } from './read-marks.ts'
import { useChannelNamer } from '#web/parts/channels/channels.ts'
import { useTags } from '#web/parts/conversations/tag-rows.ts'

export type ListGroup = { group: Group; list: LiveRows<ListedConversation> }

type Item =
  | { kind: 'head'; key: string; group: Group | 'apart'; count: string; first: ListedConversation | undefined }
  | { kind: 'row'; key: string; row: ListedConversation }
  | { kind: 'more'; key: string; list: LiveRows<ListedConversation> }

const headHeight = 35
const rowHeight = 83

type ListProps = {
  groups: ListGroup[]
  currentId: string | undefined
  addressOf(id: string): string
  wanted: Wanted | undefined
  picked: Picked
  onPicked(next: Picked): void
  nothing?: ReactNode
}

/** Only visible rows are rendered; arrows move, x and Shift pick. */
export function ConversationList(props: ListProps) {
  const { groups } = props
  const texts = useTexts(inboxTexts)
  if (groups.some(({ list }) => list.rows.length > 0)) return <Rows {...props} />
  return (
    <QueryState
      query={together(...groups.map(({ list }) => list))}
      failed={texts.listFailed}
      failedText={texts.listFailedText}
      loading={texts.loadingList}
      rows={6}
      className="inbox-list-state"
    >
      {() => props.nothing || <NothingHere group={groups[0]?.group} />}
    </QueryState>
  )
}

function Rows({ groups, currentId, addressOf, wanted, picked, onPicked }: ListProps) {
  const texts = useTexts(inboxTexts)
  const list = useTexts(inboxListTexts)
  const times = useTimes()
  const now = useMoment()
  const unread = useUnread()
  const tags = useTags()
  const channelName = useChannelNamer()
  const intents = useOpenIntents().rows
  const scroller = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  const [focusId, setFocusId] = useState<string>()

  const items = itemsOf(groups, texts.atLeast)
  const rowIds = items.flatMap(item => (item.kind === 'row' ? [item.row.id] : []))
  const entryId = [focusId, currentId].find(id => id !== undefined && rowIds.includes(id)) ?? rowIds[0]
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => (items[index]?.kind === 'row' ? rowHeight : headHeight),
    getItemKey: index => items[index]?.key ?? index,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  useScrollAnchor(
    virtual,
    scroller,
    items.map(item => item.key),
  )
  const pick = (id: string, reach: boolean) => onPicked(reach ? reached(picked, id, rowIds) : toggled(picked, id))

  const pageBelow = shown.map(({ index }) => items[index]).find(item => item?.kind === 'more')
  const listToExtend =
    pageBelow?.kind === 'more' && !pageBelow.list.loadingMore && !pageBelow.list.moreFailed ? pageBelow.list : undefined
  useEffect(() => {
    if (listToExtend) void listToExtend.loadMore()
  }, [listToExtend])

  const focusRow = useCallback(
    (id: string) => {
      setFocusId(id)
      virtual.scrollToIndex(items.findIndex(item => item.kind === 'row' && item.row.id === id))
      const row = () => scroller.current?.querySelector<HTMLElement>(`[data-conversation="${id}"]`)
      const there = row()
      // A row not rendered yet appears in the next frame.
      if (there) there.focus()
      else requestAnimationFrame(() => row()?.focus())
    },
    [virtual, items],
  )

  function longestOf({ group, first }: { group: Group | 'apart'; first: ListedConversation | undefined }) {
    if (group !== 'waiting' || !first?.waiting_since) return undefined
    return duration(language, now.getTime() - Date.parse(first.waiting_since))
  }

  function choose(event: KeyboardEvent): boolean {
    const withControl = event.ctrlKey || event.metaKey
    const all = event.key === 'a' && withControl && !event.altKey && !event.shiftKey
    const one = event.key === 'x' && !withControl && !event.altKey
    const none = event.key === 'Escape' && picked.ids.size > 0
    if (all) onPicked(pickedAll(rowIds))
    if (one && entryId !== undefined) pick(entryId, false)
    if (none) onPicked(nonePicked)
    return all || one || none
  }

  function walk(event: KeyboardEvent) {
    if (choose(event)) return event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = rowIds.indexOf(entryId ?? '')
    const goals: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rowIds.length - 1,
    }
    const goal = goals[event.key]
    const id = goal === undefined ? undefined : rowIds[Math.max(0, Math.min(rowIds.length - 1, goal))]
    if (id === undefined) return
    event.preventDefault()
    if (event.shiftKey && entryId !== undefined)
      onPicked(reached({ ...picked, from: picked.from ?? entryId }, id, rowIds))
    focusRow(id)
  }

  return (
    <div
      ref={scroller}
      className="inbox-scroll"
      aria-keyshortcuts="x Shift+ArrowDown Shift+ArrowUp Control+A"
      data-picking={picked.ids.size > 0 || undefined}
      onKeyDown={walk}
      onFocus={event => {
        const id = (event.target as HTMLElement).dataset['conversation']
        if (id) setFocusId(id)
      }}
    >
      <div className="inbox-tall" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index]
          if (!item) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="inbox-slot"
              style={{ transform: `translateY(${start}px)` }}
            >
              {item.kind === 'head' && <GroupHead group={item.group} count={item.count} longest={longestOf(item)} />}
              {item.kind === 'row' && (
                <PickableRow
                  label={fill(list.pick, { name: conversationName(item.row, texts) })}
                  picked={picked.ids.has(item.row.id)}
                  picking={picked.ids.size > 0}
                  tabbable={item.row.id === entryId}
                  onPick={reach => pick(item.row.id, reach)}
                >
                  <ConversationRow
                    row={item.row}
                    unread={unread(item.row) ?? 0}
                    wanted={wanted}
                    tags={tags}
                    channel={channelName(item.row)}
                    intents={intents.filter(intent => intent.conversation_id === item.row.id)}
                    current={item.row.id === currentId}
                    tabbable={item.row.id === entryId}
                    now={now}
                    times={times}
                    to={addressOf(item.row.id)}
                  />
                </PickableRow>
              )}
              {item.kind === 'more' && <More list={item.list} />}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function itemsOf(groups: ListGroup[], countText: string): Item[] {
  return groups.flatMap(({ group, list }): Item[] => {
    if (list.rows.length === 0) return []
    const apart = list.rows.filter(row => row.apart)
    const together = list.rows.filter(row => !row.apart)
    const part = (of: Group | 'apart', rows: ListedConversation[], more: boolean): Item[] => [
      {
        kind: 'head',
        key: `head ${of}`,
        group: of,
        count: more ? fill(countText, { count: rows.length }) : String(rows.length),
        first: rows[0],
      },
      ...rows.map((row): Item => ({ kind: 'row', key: row.id, row })),
    ]
    return [
      ...(together.length > 0 ? part(group, together, list.more && apart.length === 0) : []),
      ...(apart.length > 0 ? part('apart', apart, list.more) : []),
      ...(list.more ? [{ kind: 'more' as const, key: `more ${group}`, list }] : []),
    ]
  })
}
