import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { SourceList } from './source-list.tsx'
import type { CounterUse } from '#web/parts/workspace/counter-use.ts'
import { SourceTable } from './source-table.tsx'
import { DocumentsUsed } from './documents-used.tsx'

type Props = { sources: LiveRows<Source>; use: CounterUse | undefined; onAdd(): void }

export function LinkList({ sources, use, onAdd }: Props) {
  const texts = useTexts(trainingTexts)
  return (
    <SourceList
      sources={sources}
      title={texts.links}
      aside={<DocumentsUsed use={use} />}
      loading={texts.loadingLinks}
      empty={
        <EmptyState
          title={texts.linksEmptyTitle}
          text={texts.linksEmptyText}
          action={<Button onClick={onAdd}>{texts.addLink}</Button>}
        />
      }
      more={texts.moreLinks}
    >
      {rows => <SourceTable sources={rows} links />}
    </SourceList>
  )
}
