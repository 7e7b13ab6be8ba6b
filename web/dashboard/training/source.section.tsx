import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { trainingTexts } from '#shared/texts/training-texts.ts'
import { codeOf, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Passage, Source } from '#web/data/wire-rows.ts'
import { Bloom } from '#web/kit/bloom.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { givenName } from '#web/parts/names.ts'
import { usePageTitle } from '#web/parts/page-title.ts'
import { useTimes } from '#web/parts/shop-times.ts'
import { counted, fill } from '#web/parts/texts.ts'
import { AskBot } from './ask-bot.tsx'
import { fileSize } from './file-size.ts'
import { readAgain, RemoveSourceDialog } from './source-actions.tsx'
import { useSource } from './source-rows.ts'
import { mayReadAgain, reasonText, SourceState } from './source-state.tsx'
import './training.css'

/** One document: its state and the passages the bot reads in it. */
export function SourceSection() {
  const texts = useTexts(trainingTexts)
  const { sourceId = '' } = useParams()
  const { rows, status, error, retry } = useSource(sourceId)
  const [removing, setRemoving] = useState(false)
  const navigate = useNavigate()
  const source = rows[0]
  usePageTitle(source?.title ?? texts.title)
  return (
    <>
      <header className="section-head">
        <Link className="icon-btn training-back" to={addresses.training} aria-label={texts.back} title={texts.back}>
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{source?.title ?? texts.title}</h1>
        {source && (
          <Button icon="trash" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        )}
      </header>
      <div className="section-body">
        {source ? (
          <Document source={source} />
        ) : status === 'loading' ? (
          <SkeletonRows rows={4} label={texts.loadingPassages} />
        ) : status === 'failed' ? (
          <ErrorState
            title={texts.loadFailed}
            text={messageOf(error)}
            code={codeOf(error)}
            retry={{ text: texts.retry, run: retry }}
          />
        ) : (
          <EmptyState
            title={texts.notFound}
            text={texts.notFoundText}
            action={
              <Link className={buttonClass()} to={addresses.training}>
                {texts.back}
              </Link>
            }
          />
        )}
      </div>
      <RemoveSourceDialog
        source={removing ? source : undefined}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(addresses.training)}
      />
    </>
  )
}

function Document({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const { members } = useCurrentWorkspace()
  const times = useTimes()
  const by = members.find(member => member.person_id === source.created_by)
  const meta = {
    passages: counted(language, source.passages_count, texts.passagesOne, texts.passagesMany),
    size: fileSize(source.size ?? 0, language),
    date: times.dateAndClock(source.created_at),
    name: givenName(by?.name ?? ''),
  }
  return (
    <>
      <div className="training-meta">
        <SourceState source={source} />
        <span className="num muted">{fill(by?.name ? texts.metaBy : texts.meta, meta)}</span>
      </div>
      <div className="training-columns">
        <section className="panel training-files" aria-label={texts.passagesTitle}>
          {source.status === 'failed' ? (
            <div className="panel-body stack items-start">
              <Notice tone="bad">
                <b>{texts.failedTitle}.</b> {reasonText(source, language)}
              </Notice>
              {mayReadAgain(source) && (
                <Button icon="rotate-cw" onClick={() => void readAgain(source)}>
                  {texts.retryRead}
                </Button>
              )}
            </div>
          ) : source.status === 'processing' ? (
            <div className="state">
              <Bloom filled="waiting" width={54} />
              <h2>{texts.stillReading}</h2>
              <p>{texts.stillReadingText}</p>
            </div>
          ) : (
            <Passages source={source} />
          )}
        </section>
        <AskBot />
      </div>
    </>
  )
}

const pageSize = 20

function Passages({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const query = useInfiniteQuery({
    queryKey: ['passages of', source.id, source.version, source.processed_at],
    initialPageParam: -1,
    queryFn: ({ pageParam }) =>
      readRows('passages', rows =>
        rows.eq('source_id', source.id).gt('position', pageParam).order('position').limit(pageSize),
      ),
    getNextPageParam: (page: Passage[]) => (page.length < pageSize ? undefined : page.at(-1)?.position),
  })
  const passages = query.data?.pages.flat() ?? []
  return (
    <>
      <div className="panel-head">
        <h2 className="fill">{counted(language, source.passages_count, texts.passagesOne, texts.passagesMany)}</h2>
      </div>
      {query.isError && passages.length === 0 ? (
        <div className="panel-body">
          <ErrorState
            title={texts.passagesFailed}
            text={messageOf(query.error)}
            code={codeOf(query.error)}
            retry={{ text: texts.retry, run: () => void query.refetch() }}
          />
        </div>
      ) : query.isPending ? (
        <div className="panel-body">
          <SkeletonRows rows={4} label={texts.loadingPassages} />
        </div>
      ) : (
        <ol className="training-passages num">
          {passages.map(passage => (
            <li key={passage.id}>
              <span className="training-position" aria-hidden="true">
                {passage.position + 1}
              </span>
              <div className="fill">
                <h3>
                  <span className="unseen">{fill(texts.passageNumber, { number: passage.position + 1 })}: </span>
                  {passage.heading || <span className="muted">{texts.noHeading}</span>}
                </h3>
                <p>{passage.text}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {passages.length > 0 && (
        <div className="training-foot">
          <span className="num muted">
            {fill(texts.range, { from: 1, to: passages.length, count: source.passages_count })}
          </span>
          {query.hasNextPage && (
            <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {texts.more}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
