import type { ReactNode } from 'react'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

export function SourceList({
  sources,
  title,
  aside,
  loading,
  empty,
  more,
  children,
}: {
  sources: LiveRows<Source>
  title: string
  aside?: ReactNode
  loading: string
  empty: ReactNode
  more: string
  children: (sources: readonly Source[]) => ReactNode
}) {
  const texts = useTexts(trainingTexts)
  return (
    <section className="panel training-files" aria-label={title}>
      <div className="panel-head">
        <h2 className="fill">{title}</h2>
        {aside}
      </div>
      <QueryState
        query={sources}
        failed={texts.loadFailed}
        failedText={texts.loadFailedText}
        loading={loading}
        className="panel-body"
        empty={empty}
      >
        {children}
      </QueryState>
      {sources.more && (
        <div className="training-more">
          <Button size="sm" busy={sources.loadingMore} onClick={() => void sources.loadMore()}>
            {sources.moreFailed ? texts.retry : more}
          </Button>
        </div>
      )}
    </section>
  )
}
