import { Link } from 'react-router'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
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
      <QueryState
        query={pages}
        failed={texts.pagesLoadFailed}
        loading={texts.loadingPages}
        rows={4}
        className="panel-body"
      >
        {rows => (
          <ul className="training-pages" aria-label={texts.pagesTitle}>
            {rows.map(page => (
              <PageRow key={page.id} page={page} />
            ))}
          </ul>
        )}
      </QueryState>
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
