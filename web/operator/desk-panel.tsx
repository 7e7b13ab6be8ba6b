import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { LoadError } from '#web/parts/page/load-error.tsx'

type Props<Item> = {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  query: UseQueryResult<Item[]>
  empty: string
  children(items: Item[]): ReactNode
}

export function DeskPanel<Item>({ title, hint, actions, query, empty, children }: Props<Item>) {
  const texts = useTexts(operatorTexts)
  const id = useId()
  return (
    <section className="panel op-panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id} className="fill">
          {title}
        </h2>
        {hint && <span className="muted op-hint">{hint}</span>}
        {actions}
      </header>
      {query.data ? (
        query.data.length > 0 ? (
          children(query.data)
        ) : (
          <p className="op-empty soft">{empty}</p>
        )
      ) : query.isError ? (
        <div className="panel-body">
          <LoadError title={texts.loadFailed} error={query.error} retry={() => void query.refetch()} />
        </div>
      ) : (
        <div className="panel-body">
          <SkeletonRows rows={2} label={texts.loading} />
        </div>
      )}
    </section>
  )
}

export function DeskItem({
  name,
  amount,
  text,
  children,
}: {
  name: string
  amount?: string
  text: ReactNode
  children: ReactNode
}) {
  return (
    <li className="op-item">
      <div className="op-line">
        <b>{name}</b>
        {amount && <span className="op-amount num">{amount}</span>}
      </div>
      <p className="soft num op-text">{text}</p>
      <div className="op-acts">{children}</div>
    </li>
  )
}
