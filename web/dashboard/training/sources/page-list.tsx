import { Link } from 'react-router'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { LoadError } from '#web/parts/page/load-error.tsx'
import { counted, fill } from '#web/parts/language/texts.ts'
import { shownAddress } from './link-text.ts'
import { OverlapChip, useOverlaps } from './overlaps.tsx'
import { usePages } from './source-rows.ts'
import { reasonText } from './source-state.tsx'

export function PageList({ link }: { link: Source }) {
  const texts = useTexts(trainingTexts)
  const pages = usePages(link.id)
  return (
    <>
      <div className="panel-head">
        <h2 className="fill">{fill(texts.pagesReadTitle, { read: link.pages_read })}</h2>
      </div>
      {pages.status === 'failed' ? (
        <div className="panel-body">
          <LoadError title={texts.pagesLoadFailed} error={pages.error} retry={pages.retry} />
        </div>
      ) : pages.status === 'loading' ? (
        <div className="panel-body">
          <SkeletonRows rows={4} label={texts.loadingPages} />
        </div>
      ) : (
        <ul className="training-pages" aria-label={texts.pagesTitle}>
          {pages.rows.map(page => (
            <PageRow key={page.id} page={page} />
          ))}
        </ul>
      )}
      {pages.more && (
        <div className="training-more">
          <Button size="sm" busy={pages.loadingMore} onClick={() => void pages.loadMore()}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  )
}

function PageRow({ page }: { page: Source }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const overlaps = useOverlaps()
  const address = shownAddress(page.url ?? '')
  return (
    <li>
      <div className="fill">
        {page.status === 'failed' ? (
          <span className="training-file-name">{address}</span>
        ) : (
          <Link className="training-file-name" to={`/dashboard/training/${page.id}`}>
            {page.title}
          </Link>
        )}{' '}
        <OverlapChip kind={overlaps.kindOf(page)} />
        <p className={page.reason ? 'training-second training-reason' : 'training-second'}>
          {page.reason ? reasonText(page, language) : address}
        </p>
      </div>
      {page.status === 'failed' ? (
        <Chip tone="bad" icon="circle-alert">
          {texts.failed}
        </Chip>
      ) : (
        <span className="num soft">
          {counted(language, page.passages_count, texts.passagesOne, texts.passagesMany)}
        </span>
      )}
    </li>
  )
}
