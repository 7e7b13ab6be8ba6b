import { useQuery } from '@tanstack/react-query'
import type { TeachingPreview as Preview, TriedAsk } from '#shared/contracts/bot/teaching.results.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { teachingTexts } from '#shared/texts/training/teaching-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { ComparedAnswers } from '#web/parts/answers/compared-answers.tsx'
import './teaching.css'
import { fill } from '#web/parts/language/texts.ts'
import { useDebounced } from '#web/parts/forms/use-debounced.ts'

export type Teaching = {
  question: string
  answer?: string | undefined
  passage_id?: string | undefined
  wordings: string[]
  of: { answer_id?: string; unanswered_id?: string; source_id?: string }
}

const restMs = 900

/** May lag briefly behind the form; one request, however many components show it. */
function usePreview(teaching: Teaching) {
  const body = bodyOf(teaching)
  const still = useDebounced(body, restMs)
  const { data, error, isFetching, refetch } = useQuery<Preview>({
    queryKey: ['teaching preview', still],
    enabled: still !== '',
    retry: false,
    staleTime: 60_000,
    placeholderData: before => before,
    queryFn: ({ signal }) =>
      call('POST /api/v1/teaching/preview', { body: JSON.parse(still), repeatable: true, signal }),
  })
  return { isEmpty: body === '', isOld: body !== still || isFetching, data, error, refetch }
}

export function TeachingPreview({ teaching }: { teaching: Teaching }) {
  const texts = useTexts(teachingTexts)
  const isPassage = teaching.answer === undefined
  const { isEmpty, isOld, data, error, refetch } = usePreview(teaching)
  return (
    <section className="trying" aria-label={texts.preview} aria-busy={!isEmpty && isOld}>
      <h3>{texts.preview}</h3>
      {isEmpty ? (
        <p className="soft">{isPassage ? texts.previewFirstPassage : texts.previewFirst}</p>
      ) : error && !isOld ? (
        <div className="stack" role="alert">
          <p>
            {texts.failed} {messageOf(error)}
          </p>
          <Button size="sm" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </div>
      ) : data ? (
        <Found found={data} isOld={isOld} />
      ) : (
        <SkeletonRows rows={4} label={texts.trying} />
      )}
    </section>
  )
}

/** The preview in one line, beside the buttons; hidden from screen readers, which already heard it. */
export function PreviewLine({ teaching }: { teaching: Teaching }) {
  const texts = useTexts(teachingTexts)
  const { isEmpty, isOld, data } = usePreview(teaching)
  if (isEmpty || !data) return null
  const changed = data.tests.details.length + data.recent.details.length
  const taught = data.asks.filter(ask => ask.taught).length
  const isGood = changed === 0 && taught === data.asks.length
  return (
    <p
      className={`trying-line trying-short ${isGood ? '' : 'trying-other'} ${isOld ? 'trying-old' : ''}`}
      aria-hidden="true"
    >
      <Icon name={isGood ? 'check' : 'info'} />
      <span>
        {taught === data.asks.length
          ? changedWords(changed, texts)
          : fill(texts.some, { taught, count: data.asks.length })}
      </span>
    </p>
  )
}

/** @returns '' while input for a preview is missing */
function bodyOf({ question, answer, passage_id, wordings, of }: Teaching): string {
  if (!question.trim() || !(answer?.trim() || passage_id)) return ''
  return JSON.stringify({ question: question.trim(), ...(passage_id ? { passage_id } : { answer }), wordings, ...of })
}

function Found({ found, isOld }: { found: Preview; isOld: boolean }) {
  const texts = useTexts(teachingTexts)
  const { asks, tests, recent } = found
  const taught = asks.filter(ask => ask.taught).length
  const details = [...tests.details, ...recent.details]
  const worse = tests.details.filter(({ verdict }) => verdict === 'worse').length
  const [asked, total] = [tests.asked + recent.asked, tests.total + recent.total]
  return (
    <>
      <p className="unseen" role="status">
        {isOld
          ? texts.trying
          : `${fill(taught === asks.length ? texts.all : texts.some, { taught, count: asks.length })}. ${changedWords(details.length, texts)}.`}
      </p>
      <div className={isOld ? 'trying-found trying-old' : 'trying-found'}>
        <Line isGood={taught === asks.length}>
          {fill(taught === asks.length ? texts.all : texts.some, { taught, count: asks.length })}
        </Line>
        <ul className="trying-asks">
          {asks.map(ask => (
            <Ask key={ask.question} ask={ask} />
          ))}
        </ul>
        <Line isGood={details.length === 0}>{changedWords(details.length, texts)}</Line>
        <p className="soft">
          {total === 0
            ? texts.askedNone
            : asked < total
              ? fill(texts.askedPart, { asked, total })
              : fill(texts.asked, { tests: tests.asked, recent: recent.asked })}
        </p>
        {worse > 0 && <p className="trying-held">{fill(texts.held, { count: worse })}</p>}
        {details.length > 0 && (
          <details className="trying-else" open={details.length <= 2}>
            <summary>{texts.see}</summary>
            <Else title={texts.testQuestions} details={tests.details} />
            <Else title={texts.recentQuestions} details={recent.details} />
          </details>
        )}
      </div>
    </>
  )
}

function changedWords(count: number, texts: Record<'nothing' | 'changedOne' | 'changedMany', string>): string {
  if (count === 0) return texts.nothing
  return count === 1 ? texts.changedOne : fill(texts.changedMany, { count })
}

function Line({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <p className={isGood ? 'trying-line' : 'trying-line trying-other'}>
      <Icon name={isGood ? 'check' : 'info'} />
      <span>{children}</span>
    </p>
  )
}

function Ask({ ask: { question, before, now, taught } }: { ask: TriedAsk }) {
  const texts = useTexts(teachingTexts)
  const shownReply = ({ act, reply }: TriedAsk['now']) =>
    act === 'abstain' || act === 'handoff' ? texts.silent : reply
  const isSame = before.act === now.act && before.reply === now.reply
  return (
    <li>
      <b lang={languageOf(question)}>“{question}”</b>
      <p className="two-lines">
        <span className="muted">{texts.now}:</span> {shownReply(before)}
      </p>
      <p className={taught ? 'trying-taught' : undefined}>
        <span className="muted">{texts.after}:</span>{' '}
        {taught ? texts.thisAnswer : isSame ? texts.same : shownReply(now)}
      </p>
    </li>
  )
}

function Else({ title, details }: { title: string; details: Preview['tests']['details'] }) {
  const texts = useTexts(gateTexts)
  if (details.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <ComparedAnswers details={details} sides={{ before: texts.worseBefore, now: texts.worseAfter }} />
    </>
  )
}
