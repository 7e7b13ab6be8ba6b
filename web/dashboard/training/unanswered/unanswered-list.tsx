import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { correctionsTexts, type CorrectionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { undoCorrection } from '#web/parts/teaching/correction-toast.ts'
import { counted, fill } from '#web/parts/language/texts.ts'
import { AnswerQuestion } from './answer-question.tsx'
import { askerName } from './asker-name.ts'
import { type Asking, type Question, type QuestionStatus, useAskings, useUnanswered } from './unanswered-rows.ts'

const wordingsShown = 3
const askersShown = 4

export function UnansweredList() {
  const texts = useTexts(correctionsTexts)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('show')
  const show: QuestionStatus = asked === 'done' || asked === 'ignored' ? asked : 'open'
  const questions = useUnanswered(show)
  const askings = useAskings(questions.rows)
  const [answering, setAnswering] = useState<Question>()

  return (
    <section className="panel training-files" aria-label={texts.title}>
      <div className="panel-head training-unanswered-head">
        <h2 className="fill">{texts.title}</h2>
        <SegmentedControl
          label={texts.show}
          value={show}
          options={[
            { value: 'open', text: texts.open },
            { value: 'done', text: texts.done },
            { value: 'ignored', text: texts.ignored },
          ]}
          onChoose={next => setSearch(next === 'open' ? { tab: 'unanswered' } : { tab: 'unanswered', show: next })}
        />
      </div>
      <QueryState
        query={questions}
        failed={texts.listFailed}
        loading={texts.listLoading}
        className="panel-body"
        empty={<EmptyState {...emptyWords(show, texts)} />}
      >
        {rows => (
          <ul className="training-unanswered">
            {rows.map(question => (
              <QuestionRow
                key={question.id}
                question={question}
                asking={askings?.get(question.id)}
                onAnswer={() => setAnswering(question)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {questions.more && (
        <div className="training-more">
          <Button size="sm" busy={questions.loadingMore} onClick={() => void questions.loadMore()}>
            {questions.moreFailed ? texts.retry : texts.more}
          </Button>
        </div>
      )}
      {answering && (
        <AnswerQuestion
          question={answering}
          waiting={askings?.get(answering.id)?.askers.filter(asker => asker.waits) ?? []}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </section>
  )
}

function emptyWords(show: QuestionStatus, texts: CorrectionsTexts): { title: string; text: string } {
  if (show === 'done') return { title: texts.emptyDone, text: texts.emptyDoneText }
  if (show === 'ignored') return { title: texts.emptyIgnored, text: texts.emptyIgnoredText }
  return { title: texts.emptyOpen, text: texts.emptyOpenText }
}

type RowProps = { question: Question; asking: Asking | undefined; onAnswer(): void }

function QuestionRow({ question, asking, onAnswer }: RowProps) {
  const texts = useTexts(correctionsTexts)
  const { language } = useLanguage()
  const now = useNow()
  const waiting = asking?.askers.filter(asker => asker.waits).length ?? 0
  const name = question.question
  return (
    <li>
      <div className="training-unanswered-words">
        <h3>{name}</h3>
        <p className="row training-unanswered-meta num">
          <span className="muted">
            {counted(language, question.asked_count, texts.askedOnce, texts.asked)} ·{' '}
            {fill(texts.last, { time: timeAgo(language, question.last_asked_at, now, texts.justNow) })}
          </span>
          {waiting > 0 && (
            <Chip tone="person" icon="hand">
              {counted(language, waiting, texts.waitingOne, texts.waiting)}
            </Chip>
          )}
        </p>
        {asking && asking.wordings.length > 0 && (
          <p className="soft">
            {texts.alsoAsked}:{' '}
            {asking.wordings
              .slice(0, wordingsShown)
              .map(wording => `“${wording}”`)
              .join(', ')}
          </p>
        )}
        {asking && <Askers asking={asking} />}
        {question.status === 'done' && question.correction_id && <Taught correctionId={question.correction_id} />}
      </div>
      <div className="training-unanswered-tools">
        {question.status === 'open' && (
          <>
            <Button size="sm" look="filled" aria-label={fill(texts.answerItFor, { question: name })} onClick={onAnswer}>
              {texts.answerIt}
            </Button>
            <Button
              size="sm"
              look="quiet"
              aria-label={fill(texts.ignoreFor, { question: name })}
              onClick={() => void ignore(question.id, texts)}
            >
              {texts.ignore}
            </Button>
          </>
        )}
        {question.status === 'done' && question.correction_id && (
          <Button size="sm" look="quiet" onClick={() => void undoCorrection(question.correction_id ?? '')}>
            {texts.undo}
          </Button>
        )}
        {question.status === 'ignored' && (
          <Button size="sm" onClick={() => void set(question.id, 'reopen')}>
            {texts.reopen}
          </Button>
        )}
      </div>
    </li>
  )
}

function Askers({ asking }: { asking: Asking }) {
  const texts = useTexts(correctionsTexts)
  const sorted = asking.askers.toSorted((a, b) => Number(b.waits) - Number(a.waits))
  if (sorted.length === 0) return null
  return (
    <ul className="training-askers" aria-label={texts.askedBy}>
      {sorted.slice(0, askersShown).map(({ conversation, waits }) => (
        <li key={conversation.id}>
          <Link className="link link-alone" to={`/dashboard/inbox/${conversation.id}`}>
            {askerName(conversation, texts)}
          </Link>
          {waits && <span className="muted"> ({texts.waits})</span>}
        </li>
      ))}
    </ul>
  )
}

function Taught({ correctionId }: { correctionId: string }) {
  const texts = useTexts(correctionsTexts)
  const { data } = useQuery({
    queryKey: ['correction', correctionId],
    queryFn: async () => (await readRows('answer_corrections', query => query.eq('id', correctionId)))[0] ?? null,
  })
  if (!data) return null
  return data.kind === 'pair' ? (
    <p className="soft training-taught">
      <span className="muted">{texts.botSays}:</span> {data.answer}
    </p>
  ) : (
    <p className="soft">
      {texts.byPassageOf}.{' '}
      <Link className="link" to={`/dashboard/training/${data.source_id}`}>
        {texts.seePassage}
      </Link>
    </p>
  )
}

async function ignore(id: string, texts: CorrectionsTexts): Promise<void> {
  if (await set(id, 'ignore')) showToast(texts.ignoredNow, { text: texts.undo, run: () => void set(id, 'reopen') })
}

async function set(id: string, how: 'ignore' | 'reopen'): Promise<boolean> {
  try {
    await call(`POST /api/v1/unanswered/:id/${how}`, { params: { id }, repeatable: true })
    return true
  } catch (error) {
    showError(error)
    return false
  }
}
