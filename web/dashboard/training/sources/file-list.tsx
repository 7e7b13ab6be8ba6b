import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { SourceList } from './source-list.tsx'
import type { CounterUse } from '#web/parts/workspace/counter-use.ts'
import { SourceTable } from './source-table.tsx'
import { DocumentsUsed } from './documents-used.tsx'

export function FileList({ sources, use }: { sources: LiveRows<Source>; use: CounterUse | undefined }) {
  const texts = useTexts(trainingTexts)
  return (
    <SourceList
      sources={sources}
      title={texts.files}
      aside={<DocumentsUsed use={use} />}
      loading={texts.loading}
      empty={<EmptyState title={texts.emptyTitle} text={texts.emptyText} />}
      more={texts.moreFiles}
    >
      {rows => <SourceTable sources={rows} />}
    </SourceList>
  )
}
