import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type CustomerSegmentsTexts, customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import type { Segment } from './read-segments.ts'

export const commonGroups: { key: string; name: keyof CustomerSegmentsTexts; definition: SegmentNode }[] = [
  { key: '', name: 'everybody', definition: { all: [] } },
  { key: 'week', name: 'thisWeek', definition: { all: [{ by: 'last_seen', within_days: 7 }] } },
  { key: 'new', name: 'newThisMonth', definition: { all: [{ by: 'created', within_days: 30 }] } },
  { key: 'away', name: 'longAway', definition: { all: [{ by: 'last_seen', over_days: 60 }] } },
]

export function SegmentNav({
  current,
  segments,
  onNew,
}: {
  current: string
  segments: readonly Segment[]
  onNew(): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  const groups = [
    ...commonGroups.map(({ key, name }) => ({ key, name: texts[name], count: null })),
    ...segments.map(({ id, name, count }) => ({ key: id, name, count })),
  ]
  return (
    <nav className="segments" aria-label={texts.groups}>
      <h2>{texts.groups}</h2>
      {groups.map(({ key, name, count }) => (
        <Link
          key={key}
          to={key ? `${addresses.customers}?group=${key}` : addresses.customers}
          aria-current={key === current || undefined}
        >
          <span className="ell">{name}</span>
          {count !== null && <span className="num">{count}</span>}
        </Link>
      ))}
      <Button size="sm" look="quiet" icon="plus" onClick={onNew}>
        {texts.newGroup}
      </Button>
    </nav>
  )
}
