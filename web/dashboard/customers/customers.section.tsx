import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { channelKinds, consentFilters } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { CustomerFilterBar } from './customer-filter-bar.tsx'
import { CustomerList } from './customer-list.tsx'
import type { CustomerFilters } from './read-customers.ts'
import { useSegments } from './read-segments.ts'
import { definitionOf, type Draft, readAddress } from './segment-draft.ts'
import { SegmentHead } from './segment-head.tsx'
import { commonGroups, SegmentNav } from './segment-nav.tsx'
import { useNames } from './segment-names.ts'
import { ImportLink } from './lists/import-link.tsx'
import './customers.css'

export function CustomersSection() {
  const texts = useTexts(customerScreensTexts)
  const segmentTexts = useTexts(customerSegmentsTexts)
  const [address, setAddress] = useSearchParams()
  const [editing, setEditing] = useState(false)
  const { data: segments = [] } = useSegments()
  const names = useNames()
  const group = address.get('group') ?? ''
  const edited = readAddress(address.get('where'))
  const segment = segments.find(one => one.id === group)
  const common = commonGroups.find(one => one.key === group) ?? commonGroups[0]
  const isNew = group === 'own'
  const definition = edited ?? segment?.definition ?? common?.definition ?? { all: [] }
  const name = isNew ? segmentTexts.newGroup : (segment?.name ?? (common ? segmentTexts[common.name] : ''))
  const filters: CustomerFilters = {
    q: address.get('q') ?? '',
    source: channelKinds.find(kind => kind === address.get('source')) ?? '',
    consent: consentFilters.find(state => state === address.get('consent')) ?? '',
  }
  // Synchronous: the search field shows the address, and a late update would overwrite what is typed next.
  const go = (next: Record<string, string>) =>
    setAddress(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true, flushSync: true },
    )
  const here = { group, where: address.get('where') ?? '', ...filters }
  function edit() {
    const { source, consent } = filters
    const rows = [
      ...(source ? [{ by: 'source' as const, kind: source }] : []),
      ...(consent ? [{ by: 'consent' as const, purpose: 'promotion' as const, state: consent }] : []),
    ]
    const where = rows.length > 0 && 'all' in definition ? { all: [...definition.all, ...rows] } : definition
    setEditing(true)
    go({ ...here, group: segment ? group : 'own', where: JSON.stringify(where), source: '', consent: '' })
  }
  const onDraft = (draft: Draft) => go({ ...here, where: JSON.stringify(definitionOf(draft)) })
  function stop() {
    setEditing(false)
    go({ group: segment ? group : '', q: filters.q })
  }
  function saved(id: string) {
    setEditing(false)
    go({ group: id })
  }
  return (
    <SectionPage title={texts.title} actions={<ImportLink />}>
      <div className="customer-groups">
        <SegmentNav
          current={group}
          segments={segments}
          onNew={() => {
            setEditing(true)
            go({ group: 'own', where: JSON.stringify({ all: [{ by: 'last_seen', within_days: 30 }] }) })
          }}
        />
        <div className="customer-main">
          <SegmentHead
            key={`${group} ${editing}`}
            name={name}
            definition={definition}
            segment={segment}
            editing={editing || isNew}
            changed={edited !== undefined}
            names={names}
            onEdit={edit}
            onDraft={onDraft}
            onStop={stop}
            onSaved={saved}
          />
          <section className="panel customers" aria-label={texts.title}>
            <CustomerFilterBar filters={filters} onChange={next => go({ ...here, ...next })} />
            <CustomerList
              filters={filters}
              group={segment && !edited ? { segment: segment.id } : { definition }}
              isEverybody={group === ''}
              tags={names.tags}
              onClear={() => go({ group, where: here.where })}
            />
          </section>
        </div>
      </div>
    </SectionPage>
  )
}
