import { useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DeskWorkspace } from '#shared/contracts/operator.results.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useHouseTimes, useWorkspaces } from './desk-lists.ts'
import { planLabel } from './plan-label.ts'
import { DisputedChip } from './payments/disputed-chip.tsx'
import { ShopPanel } from './shop/shop-panel.tsx'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

/** `?shop=` opens one. */
export function WorkspacePanel() {
  const [query] = useSearchParams()
  const shop = query.get('shop')
  return shop ? <ShopPanel key={shop} id={shop} /> : <FindShops />
}

function FindShops() {
  const texts = useTexts(operatorTexts)
  const [search, setSearch] = useState('')
  const query = useWorkspaces(useDeferredValue(search.trim()))
  const { data } = query
  const count = data?.workspaces.length ?? 0
  return (
    <section className="panel op-panel" aria-label={texts.workspaces}>
      <div className="panel-body op-search">
        <Field label={texts.search} type="search" hint={texts.searchHint} value={search} onValue={setSearch} />
        <p className="soft num" role="status">
          {data && (count === 0 ? texts.noWorkspaces : countOf(texts, count, data.total))}
        </p>
      </div>
      <QueryState query={query} failed={texts.loadFailed} loading={texts.loading} className="panel-body">
        {({ workspaces }) => workspaces.length > 0 && <WorkspaceTable workspaces={workspaces} />}
      </QueryState>
    </section>
  )
}

function countOf(texts: { found: string; foundFirst: string }, count: number, total: number): string {
  return fill(count < total ? texts.foundFirst : texts.found, { count, total })
}

function WorkspaceTable({ workspaces }: { workspaces: DeskWorkspace[] }) {
  const texts = useTexts(operatorTexts)
  const times = useHouseTimes()
  const planOf = ({ plan, plan_status }: DeskWorkspace) => (plan ? planLabel(texts, plan, plan_status) : texts.noPlan)
  return (
    <DataTable className="op-table" columns={[texts.shop, texts.owner, texts.plan, texts.people, texts.since]}>
      {workspaces.map(workspace => (
        <TableRow key={workspace.id}>
          <TableCell>
            <Link className="link" to={`?${new URLSearchParams({ shop: workspace.id })}`}>
              <b>{workspace.name}</b>
            </Link>{' '}
            {workspace.disputed && <DisputedChip />}
          </TableCell>
          <TableCell className="soft op-wide">{workspace.owner}</TableCell>
          <TableCell className="soft">{planOf(workspace)}</TableCell>
          <TableCell className="num op-tries">{workspace.members}</TableCell>
          <TableCell className="muted num">{times.date(workspace.created_at)}</TableCell>
        </TableRow>
      ))}
    </DataTable>
  )
}
