import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import type { BulkAct } from '#shared/contracts/inbox/conversations.contract.ts'
import { wantedWords } from '#shared/rules/text/search-words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ConversationList, type ListGroup } from './conversation-list.tsx'
import { useConversations } from './conversation-lists.ts'
import { FilterBar, UnreadToggle } from './filter-bar.tsx'
import { type Filters, isNarrowed, noFilters, type Show } from './list-filters.ts'
import { NothingFound } from './list-states.tsx'
import { StaleNotice, ConnectionIndicator } from '#web/dashboard/inbox/connection-indicator.tsx'
import { nonePicked, stillThere } from './picked-rows.ts'
import { useUnread } from './read-marks.ts'
import { SearchField } from './search-field.tsx'
import { useBulk } from './use-bulk.ts'

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

type PaneProps = {
  filters: Filters
  /** @param typing replaces the history entry, since only the last of several quick changes counts */
  onFilters(next: Filters, typing?: boolean): void
  currentId: string | undefined
  addressOf(id: string): string
}

export function ListPane({ filters, onFilters, currentId, addressOf }: PaneProps) {
  const texts = useTexts(inboxTexts)
  const { workspace } = useCurrentWorkspace()
  const pane = useRef<HTMLElement>(null)
  const searching = filters.q.trim() !== ''
  const change = (next: Partial<Filters>) => onFilters({ ...filters, ...next })

  function search(q: string) {
    const begins = q.trim() !== '' && !searching
    const ends = q.trim() === '' && searching
    const show: Show =
      begins && filters.show === 'open' ? 'all' : ends && filters.show === 'all' ? 'open' : filters.show
    onFilters({ ...filters, q, show }, !begins && !ends)
  }

  return (
    <section ref={pane} className="inbox-list" aria-label={texts.list}>
      <div className="inbox-list-head">
        <h1>{texts.title}</h1>
        <ConnectionIndicator />
        <div className="inbox-show">
          <ShowChoice filters={filters} onChoose={show => change({ show })} />
          <UnreadToggle filters={filters} onChange={change} />
        </div>
        <SearchField
          q={filters.q}
          onSearch={search}
          onDown={() => pane.current?.querySelector<HTMLElement>('.inbox-row[tabindex="0"]')?.focus()}
        />
        <FilterBar filters={filters} onChange={change} />
      </div>
      <StaleNotice topic={`workspace:${workspace.id}`} />
      {filters.show === 'open' && !searching ? (
        <OpenList filters={filters} onFilters={onFilters} currentId={currentId} addressOf={addressOf} />
      ) : (
        <OneList filters={filters} onFilters={onFilters} currentId={currentId} addressOf={addressOf} />
      )}
    </section>
  )
}

function ShowChoice({ filters, onChoose }: { filters: Filters; onChoose(show: Show): void }) {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const list = useTexts(inboxListTexts)
  const options: { value: Show; text: string }[] = [
    { value: 'open', text: texts.open },
    { value: 'snoozed', text: work.snoozedTab },
    { value: 'closed', text: texts.closed },
  ]
  const searching = filters.q.trim() !== ''
  return (
    <SegmentedControl
      label={texts.show}
      value={filters.show}
      options={searching ? [{ value: 'all', text: list.all }, ...options] : options}
      onChoose={onChoose}
    />
  )
}

function OpenList(props: PaneProps) {
  const waiting = useConversations('waiting', props.filters)
  const team = useConversations('team', props.filters)
  const bot = useConversations('bot', props.filters)
  return (
    <PickingList
      {...props}
      groups={[
        { group: 'waiting', list: waiting },
        { group: 'team', list: team },
        { group: 'bot', list: bot },
      ]}
    />
  )
}

function OneList(props: PaneProps) {
  const { show } = props.filters
  const list = useConversations(show, props.filters)
  return <PickingList {...props} groups={[{ group: show, list }]} />
}

function PickingList({ filters, onFilters, currentId, addressOf, groups }: PaneProps & { groups: ListGroup[] }) {
  const texts = useTexts(inboxListTexts)
  const unread = useUnread()
  const bulk = useBulk()
  const [chosen, setChosen] = useState(nonePicked)
  const wanted = useMemo(() => wantedWords(filters.q), [filters.q])
  const rows = groups.flatMap(({ list }) => list.rows)
  const order = rows.map(row => row.id)
  const picked = stillThere(chosen, order)
  const narrowed = isNarrowed(filters)
  const searching = filters.q.trim() !== ''

  async function act(what: BulkAct) {
    const before = rows.filter(row => picked.ids.has(row.id)).map(row => ({ ...row, unread: (unread(row) ?? 0) > 0 }))
    const failed = await bulk.run(what, before)
    setChosen({ ids: new Set(failed), from: undefined })
  }

  return (
    <>
      <p className="unseen" role="status">
        {narrowed && groups.every(({ list }) => list.status === 'ready') && fill(texts.results, { count: rows.length })}
      </p>
      <ConversationList
        groups={groups}
        currentId={currentId}
        addressOf={addressOf}
        wanted={searching ? wanted : undefined}
        picked={picked}
        onPicked={setChosen}
        nothing={
          narrowed && (
            <NothingFound
              searched={searching}
              onClear={() => onFilters({ ...noFilters, show: searching ? 'open' : filters.show })}
              onEverywhere={
                searching && filters.show !== 'all' ? () => onFilters({ ...filters, show: 'all' }) : undefined
              }
            />
          )
        }
      />
      {(picked.ids.size > 0 || bulk.progress) && (
        <Suspense fallback={null}>
          <BulkBar
            rows={rows.filter(row => picked.ids.has(row.id))}
            loaded={rows.length}
            bulk={bulk}
            onAct={what => void act(what)}
            onAll={() => setChosen({ ids: new Set(order), from: undefined })}
            onNone={() => setChosen(nonePicked)}
          />
        </Suspense>
      )}
    </>
  )
}
