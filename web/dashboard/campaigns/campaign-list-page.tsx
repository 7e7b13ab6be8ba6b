import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { type CampaignTab, CampaignTabs } from './campaign-tabs.tsx'

type Props<Item> = {
  tab: CampaignTab
  title: string
  texts: Record<'failed' | 'loading' | 'empty' | 'emptyText', string>
  query: UseQueryResult<Item[]>
  create: () => Promise<unknown>
  createText: string
  children: (items: Item[]) => ReactNode
}

export function CampaignListPage<Item>({ tab, title, texts, query, create, createText, children }: Props<Item>) {
  const { busy, perform } = useAction({ onProblem: showErrorToast, once: true })
  const begin = (
    <Button look="filled" icon="plus" busy={busy} onClick={() => void perform(create)}>
      {createText}
    </Button>
  )
  return (
    <SectionPage title={title} actions={query.data && query.data.length > 0 && begin}>
      <CampaignTabs current={tab} />
      <QueryState
        query={query}
        failed={texts.failed}
        loading={texts.loading}
        rows={5}
        empty={<EmptyState title={texts.empty} text={texts.emptyText} action={begin} />}
      >
        {children}
      </QueryState>
    </SectionPage>
  )
}
