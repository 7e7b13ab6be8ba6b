import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { traceTexts } from '#shared/texts/trace-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Answer, Message } from '#web/data/wire-rows.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { readCitations } from '#web/parts/citations.ts'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { usePageTitle } from '#web/parts/page-title.ts'
import { QuotedPassages } from '#web/parts/quoted-passages.tsx'
import { fill } from '#web/parts/texts.ts'
import { AnswerReplay } from './answer-replay.tsx'
import { HeardStation, SaidStation, SearchedStation, WeighedStation } from './answer-stations.tsx'
import { readModel } from './answer-trace.ts'
import './answer.css'

/** One answer from the customer's words to the bot's, and what it would be now. */
export function AnswerSection() {
  const texts = useTexts(traceTexts)
  const { answerId = '' } = useParams()
  usePageTitle(texts.title)
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['answer with messages', answerId],
    queryFn: () => readAnswer(answerId),
  })
  const conversation = data?.answer.conversation_id
  return (
    <>
      <header className="section-head">
        <Link
          className="icon-btn answer-back"
          to={conversation ? `${addresses.inbox}/${conversation}` : addresses.inbox}
          aria-label={texts.back}
          title={texts.back}
        >
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{texts.title}</h1>
      </header>
      <div className="section-body">
        {isError ? (
          <LoadFailed title={texts.failed} error={error} retry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={4} label={texts.loading} />
        ) : data === null ? (
          <EmptyState title={texts.gone} text={texts.goneText} />
        ) : (
          <WholeAnswer answer={data.answer} messages={data.messages} />
        )}
      </div>
    </>
  )
}

function WholeAnswer({ answer, messages }: { answer: Answer; messages: Message[] }) {
  const texts = useTexts(traceTexts)
  const { language } = useLanguage()
  const citations = readCitations(answer.citations)
  const number = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB')
  const model = readModel(answer.trace)
  const path = answer.path === 'embedded' ? texts.embedded : fill(texts.provider, { name: model?.name ?? '' })
  return (
    <>
      <p className="muted num answer-meta">
        {path} · {fill(texts.took, { ms: number.format(answer.ms) })} · {answer.id.slice(-6).toUpperCase()}
      </p>
      <div className="answer-columns">
        <ol className="answer-stations">
          <HeardStation answer={answer} messages={messages} />
          <SearchedStation answer={answer} citations={citations} />
          <WeighedStation answer={answer} />
          <SaidStation answer={answer} />
        </ol>
        {citations.length > 0 && (
          <aside className="panel panel-body" aria-label={texts.sources}>
            <h2 className="answer-aside">{texts.sources}</h2>
            <QuotedPassages citations={citations} />
          </aside>
        )}
      </div>
      {answer.conversation_id && <AnswerReplay answer={answer} />}
    </>
  )
}

async function readAnswer(id: string): Promise<{ answer: Answer; messages: Message[] } | null> {
  const [answer] = await readRows('answers', query => query.eq('id', id))
  if (!answer) return null
  const ids = answer.message_ids
  const messages = ids.length > 0 ? await readRows('messages', query => query.in('id', ids).order('seq')) : []
  return { answer, messages }
}
