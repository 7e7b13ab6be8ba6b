import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { counted, fill } from '#web/parts/language/texts.ts'
import { EditFact } from './edit-fact.tsx'
import { holdsWords, sortFacts } from './fact-groups.ts'
import { FactTable } from './fact-table.tsx'
import { OffList, OldList, PlaceCards, UnreadList } from './fact-lists.tsx'
import { useAllFacts } from './use-all-facts.ts'
import './facts.css'
import { SearchField } from '#web/parts/forms/common-fields.tsx'

export function FactsView() {
  const texts = useTexts(factsTexts)
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<Fact>()
  const sought = useDeferredValue(typed).trim()
  const { query, readAnew } = useAllFacts(sought !== '')

  const { data } = query
  const all = useMemo(() => sortFacts(data?.facts ?? []), [data])
  if (!data) return <QueryState query={query} failed={texts.failed} loading={texts.loading} rows={6} />
  const titleOf = (id: string) => data.sources.find(source => source.id === id)?.title ?? ''
  if (data.facts.length === 0 && data.unread.length === 0 && data.off.length === 0)
    return <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
  const shown = sought ? sortFacts(data.facts.filter(fact => holdsWords(fact, sought))) : all
  const count = (groups: { facts: Fact[] }[]) => groups.reduce((sum, { facts }) => sum + facts.length, 0)
  const number = numberFormat(language)
  const jumps = [
    ['prices', texts.prices, count(shown.prices)],
    ['places', texts.places, shown.places.length],
    ['others', texts.others, count(shown.others)],
    ['old', texts.old, shown.old.length],
    ['unread', texts.unread, sought ? 0 : data.unread.length],
    ['off', texts.off, sought ? 0 : data.off.length],
  ] as const
  const present = jumps.filter(([, , many]) => many > 0)
  return (
    <div className="understood">
      <header className="facts-head">
        <div>
          <h2>
            {fill(texts.title, {
              prices: number.format(count(all.prices)),
              rest: number.format(all.places.length + count(all.others)),
            })}
          </h2>
          <p className="soft">{counted(language, data.sources.length, texts.fromOne, texts.from)}</p>
        </div>
        <SearchField label={texts.search} value={typed} onValue={setTyped} />
      </header>
      <nav className="facts-jumps" aria-label={texts.jump}>
        {present.map(([id, name, many]) => (
          <a key={id} className="chip" href={`#facts-${id}`}>
            {name} <span className="num muted">{number.format(many)}</span>
          </a>
        ))}
      </nav>
      {data.next !== null && (
        <Notice tone={query.isFetchNextPageError ? 'bad' : 'info'}>
          {query.isFetchNextPageError
            ? texts.failed
            : fill(texts.firstOnly, { shown: number.format(data.facts.length), total: number.format(data.total) })}{' '}
          <Button
            size="sm"
            busy={query.isFetchingNextPage}
            busyText={texts.loading}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.next}
          </Button>
        </Notice>
      )}
      {present.length === 0 && data.next === null && <p role="status">{texts.noneFound}</p>}
      {shown.prices.length > 0 && (
        <section id="facts-prices" aria-label={texts.prices}>
          <h3>{texts.prices}</h3>
          {shown.prices.map(group => (
            <FactTable key={group.key} group={group} title={titleOf(group.source_id)} onEdit={setEditing} />
          ))}
        </section>
      )}
      {shown.places.length > 0 && <PlaceCards facts={shown.places} titleOf={titleOf} onEdit={setEditing} />}
      {shown.others.length > 0 && (
        <section id="facts-others" aria-label={texts.others}>
          <h3>{texts.others}</h3>
          {shown.others.map(group => (
            <FactTable key={group.key} group={group} title={titleOf(group.source_id)} onEdit={setEditing} />
          ))}
        </section>
      )}
      {shown.old.length > 0 && <OldList facts={shown.old} titleOf={titleOf} />}
      {!sought && data.unread.length > 0 && <UnreadList lines={data.unread} titleOf={titleOf} />}
      {!sought && data.off.length > 0 && <OffList lines={data.off} titleOf={titleOf} onChanged={readAnew} />}
      {editing && (
        <EditFact
          fact={editing}
          title={titleOf(editing.source_id)}
          onClose={() => setEditing(undefined)}
          onChanged={readAnew}
        />
      )}
    </div>
  )
}
