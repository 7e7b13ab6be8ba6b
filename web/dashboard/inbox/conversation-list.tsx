import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox-work-texts.ts'
import { fill } from '#web/parts/texts.ts'
import { codeOf, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live-rows.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { LotusIcon } from '#web/parts/lotus-icon.tsx'
import { useMoment, useTimes } from '#web/parts/shop-times.ts'
import type { Group } from './conversation-lists.ts'
import { ConversationRow } from './conversation-row.tsx'
import { useUnread } from './read-marks.ts'
import { useTags } from './tag-rows.ts'

export type ListGroup = { group: Group; list: LiveRows<Conversation> }

type Item =
  | { kind: 'head'; key: string; group: Group; count: string }
  | { kind: 'row'; key: string; row: Conversation }
  | { kind: 'more'; key: string; list: LiveRows<Conversation> }

const headHeight = 35
const rowHeight = 83

type ListProps = { groups: ListGroup[]; currentId: string | undefined; addressOf(id: string): string }

/** The conversations in their groups. Only what is in sight is in the page; arrows, j and k walk through it. */
export function ConversationList({ groups, currentId, addressOf }: ListProps) {
  const texts = useTexts(inboxTexts)
  const failed = groups.find(({ list }) => list.status === 'failed')
  const loading = groups.some(({ list }) => list.status === 'loading')
  const empty = groups.every(({ list }) => list.rows.length === 0)

  if (failed && empty) {
    return (
      <div className="inbox-list-state">
        <ErrorState
          title={texts.listFailed}
          text={`${texts.listFailedText} ${messageOf(failed.list.error)}`}
          code={codeOf(failed.list.error)}
          retry={{ text: texts.retry, run: () => groups.forEach(({ list }) => list.retry()) }}
        />
      </div>
    )
  }
  if (loading && empty) {
    return (
      <div className="inbox-list-state">
        <SkeletonRows rows={6} label={texts.loadingList} />
      </div>
    )
  }
  if (empty) {
    return <NothingHere group={groups[0]?.group} />
  }
  return <Rows groups={groups} currentId={currentId} addressOf={addressOf} />
}

function NothingHere({ group }: { group: Group | undefined }) {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const { role } = useCurrentWorkspace()
  if (group === 'closed') return <EmptyState title={texts.emptyClosedTitle} text={texts.emptyClosedText} />
  if (group === 'snoozed') return <EmptyState title={work.emptySnoozedTitle} text={work.emptySnoozedText} />
  return (
    <EmptyState
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        role === 'admin' && (
          <Link className={buttonClass()} to={addresses.connect}>
            {texts.emptyAction}
          </Link>
        )
      }
    />
  )
}

function Rows({ groups, currentId, addressOf }: ListProps) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const now = useMoment()
  const unread = useUnread()
  const tags = useTags()
  const scroller = useRef<HTMLDivElement>(null)
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

  // The end of a group that goes on is in sight: read on.
  const pageBelow = shown.map(({ index }) => items[index]).find(item => item?.kind === 'more')
  const readOn =
    pageBelow?.kind === 'more' && !pageBelow.list.loadingMore && !pageBelow.list.moreFailed ? pageBelow.list : undefined
  useEffect(() => {
    if (readOn) void readOn.loadMore()
  }, [readOn])

  const focusRow = useCallback(
    (id: string) => {
      setFocusId(id)
      virtual.scrollToIndex(items.findIndex(item => item.kind === 'row' && item.row.id === id))
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-conversation="${id}"]`)?.focus())
    },
    [virtual, items],
  )

  function walk(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = rowIds.indexOf(entryId ?? '')
    const goals: Record<string, number> = {
      j: at + 1,
      ArrowDown: at + 1,
      k: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rowIds.length - 1,
    }
    const goal = goals[event.key]
    const id = goal === undefined ? undefined : rowIds[Math.max(0, Math.min(rowIds.length - 1, goal))]
    if (id === undefined) return
    event.preventDefault()
    focusRow(id)
  }

  // With the focus nowhere in particular, j and k find their way here too.
  useEffect(() => {
    function find(event: globalThis.KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.activeElement !== document.body) return
      if ((event.key === 'j' || event.key === 'k') && entryId !== undefined) focusRow(entryId)
    }
    document.addEventListener('keydown', find)
    return () => document.removeEventListener('keydown', find)
  }, [entryId, focusRow])

  return (
    <div
      ref={scroller}
      className="inbox-scroll"
      aria-keyshortcuts="j k"
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
              {item.kind === 'head' && <GroupHead group={item.group} count={item.count} />}
              {item.kind === 'row' && (
                <ConversationRow
                  row={item.row}
                  unread={unread(item.row) ?? false}
                  tags={tags}
                  current={item.row.id === currentId}
                  tabbable={item.row.id === entryId}
                  now={now}
                  times={times}
                  to={addressOf(item.row.id)}
                />
              )}
              {item.kind === 'more' && <More list={item.list} />}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function itemsOf(groups: ListGroup[], atLeast: string): Item[] {
  return groups.flatMap(({ group, list }): Item[] => {
    if (list.rows.length === 0) return []
    const count = list.more ? fill(atLeast, { count: list.rows.length }) : String(list.rows.length)
    const rows = list.rows.map((row): Item => ({ kind: 'row', key: row.id, row }))
    return [
      { kind: 'head', key: `head ${group}`, group, count },
      ...rows,
      ...(list.more ? [{ kind: 'more' as const, key: `more ${group}`, list }] : []),
    ]
  })
}

function GroupHead({ group, count }: { group: Group; count: string }) {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  return (
    <h2 className={`inbox-group ${group === 'waiting' ? 'inbox-group-waiting' : ''}`}>
      {group === 'waiting' ? (
        <Icon name="hand" size="sm" />
      ) : group === 'bot' ? (
        <LotusIcon />
      ) : (
        <Icon name={group === 'closed' ? 'check' : 'clock'} size="sm" />
      )}
      {
        {
          waiting: texts.needPerson,
          bot: texts.botHandles,
          snoozed: work.snoozedGroup,
          closed: texts.closedGroup,
        }[group]
      }
      <span className="num">{count}</span>
    </h2>
  )
}

function More({ list }: { list: LiveRows<Conversation> }) {
  const texts = useTexts(inboxTexts)
  if (!list.moreFailed)
    return (
      <p className="inbox-more" role="status">
        {texts.loadingMore}
      </p>
    )
  return (
    <div className="inbox-more" role="alert">
      {texts.moreFailed}
      <Button size="sm" onClick={() => void list.loadMore()}>
        {texts.retry}
      </Button>
    </div>
  )
}
