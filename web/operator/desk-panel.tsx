import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

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
      <QueryState
        query={query}
        failed={texts.loadFailed}
        loading={texts.loading}
        rows={2}
        className="panel-body"
        empty={<p className="op-empty soft">{empty}</p>}
      >
        {children}
      </QueryState>
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
