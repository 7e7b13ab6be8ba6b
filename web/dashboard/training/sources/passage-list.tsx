import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SourceUses } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Passage, Row, Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { PassageText } from '#web/parts/passages/passage-text.tsx'
import { counted, fill } from '#web/parts/language/texts.ts'
import { useSourceUses } from './source-use.tsx'
import { Wordings } from './wordings.tsx'

const pageSize = 20

export function PassageList({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const { wordings, changed } = useWordings(source)
  const uses = useSourceUses(source)
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
      {!query.data ? (
        <QueryState
          query={query}
          failed={texts.passagesFailed}
          loading={texts.loadingPassages}
          rows={4}
          className="panel-body"
        />
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
                <Where passage={passage} uses={uses} />
                <PassageText text={passage.text} />
                <Wordings
                  passage={passage}
                  wordings={wordings.filter(wording => wording.text_hash === passage.text_hash)}
                  onChanged={changed}
                />
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

function Where({ passage, uses }: { passage: Passage; uses: SourceUses | undefined }) {
  const texts = useTexts(gateTexts)
  const { language } = useLanguage()
  const page = uses?.pages.findLast(one => one.start <= passage.start)?.number
  const answers = uses?.passages.find(one => one.passage_id === passage.id)?.answers ?? 0
  const parts = [
    page === undefined ? '' : fill(texts.page, { page }),
    answers === 0 ? '' : counted(language, answers, texts.usesOne, texts.usesMany),
  ].filter(Boolean)
  return parts.length > 0 && <p className="muted passage-where">{parts.join(' · ')}</p>
}

function useWordings(source: Source): { wordings: Row<'passage_questions'>[]; changed: () => void } {
  const queries = useQueryClient()
  const queryKey = ['wordings', source.id]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => readRows('passage_questions', rows => rows.eq('source_id', source.id).order('created_at')),
  })
  return { wordings: data, changed: () => void queries.invalidateQueries({ queryKey }) }
}
