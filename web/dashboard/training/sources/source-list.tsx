import type { ReactNode } from 'react'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { LoadError } from '#web/parts/page/load-error.tsx'

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
  children: ReactNode
}) {
  const texts = useTexts(trainingTexts)
  return (
    <section className="panel training-files" aria-label={title}>
      <div className="panel-head">
        <h2 className="fill">{title}</h2>
        {aside}
      </div>
      {sources.status === 'loading' ? (
        <div className="panel-body">
          <SkeletonRows rows={3} label={loading} />
        </div>
      ) : sources.status === 'failed' ? (
        <div className="panel-body">
          <LoadError title={texts.loadFailed} text={texts.loadFailedText} error={sources.error} retry={sources.retry} />
        </div>
      ) : sources.rows.length === 0 ? (
        empty
      ) : (
        children
      )}
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
