import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { traceTexts } from '#shared/texts/bot/trace-texts.ts'
import { call, codeOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Answer } from '#web/data/wire-rows.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { ConfidenceMeter, useConfidenceLabel } from '#web/parts/answers/confidence-meter.tsx'
import { DiffText } from '#web/parts/answers/diff-text.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { type DiffPart, textDiff } from '#web/parts/answers/text-diff.ts'
import { fill } from '#web/parts/language/texts.ts'

export function AnswerReplay({ answer }: { answer: Answer }) {
  const texts = useTexts(traceTexts)
  const times = useTimes()
  const query = useQuery({
    queryKey: ['replay', answer.id],
    queryFn: () => call('POST /api/v1/answers/:id/replay', { params: { id: answer.id }, repeatable: true }),
    retry: false,
  })
  const { data, error } = query
  if (codeOf(error) === 'request.not_found') return <p role="alert">{texts.replayGone}</p>
  if (!data)
    return <QueryState query={query} failed={texts.replayFailed} brief loading={texts.replayLoading} rows={2} />
  const parts = textDiff(answer.text, data.now.text)
  return (
    <section className="answer-replay" aria-label={texts.now}>
      <div className="answer-sides">
        <Side
          title={fill(texts.saidThen, { date: times.dateAndClock(answer.created_at) })}
          parts={parts.filter(part => part.kind !== 'added')}
          confidence={answer.confidence}
          language={answer.language}
        />
        <Side
          title={texts.now}
          parts={parts.filter(part => part.kind !== 'taken')}
          confidence={data.now.confidence}
          language={data.now.language}
        />
      </div>
      <Notice tone={data.changed ? 'warning' : 'ok'}>
        {data.changed ? (answer.path === 'provider' ? texts.byModel : texts.differs) : texts.same}{' '}
        {data.changed && answer.conversation_id && (
          <Link className="link" to={`/dashboard/inbox/${answer.conversation_id}`}>
            {texts.openChat}
          </Link>
        )}
      </Notice>
    </section>
  )
}

type SideProps = { title: string; parts: DiffPart[]; confidence: number; language: string }

function Side({ title, parts, confidence, language }: SideProps) {
  const texts = useTexts(traceTexts)
  const wordsFor = useConfidenceLabel()
  return (
    <div className="panel panel-body">
      <h2>{title}</h2>
      <DiffText parts={parts} lang={language} words={texts} />
      <p className="row muted">
        <ConfidenceMeter confidence={confidence} />
        {wordsFor(confidence)}
      </p>
    </div>
  )
}
