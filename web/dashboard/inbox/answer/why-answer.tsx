import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { traceTexts } from '#shared/texts/bot/trace-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Answer } from '#web/data/wire-rows.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { readCitations } from '#web/parts/answers/citations.ts'
import { ConfidenceMeter, useConfidenceLabel } from '#web/parts/answers/confidence-meter.tsx'
import { QuotedPassages } from '#web/parts/passages/quoted-passages.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { readTrace } from './answer-trace.ts'
import { LikeAnswer } from './like-answer.tsx'
import { questionKinds } from './question-kinds.ts'
import { RestsOn } from './rests-on.tsx'
import { TeachBot } from './teach-bot.tsx'

/** Small talk and hand-overs do not depend on knowledge. */
const aboutKnowledge = new Set(['answer', 'clarify', 'abstain'])

export function WhyAnswer({ answerId }: { answerId: string }) {
  const texts = useTexts(inboxTexts)
  const query = useQuery({
    queryKey: ['answer', answerId],
    queryFn: async () => (await readRows('answers', rows => rows.eq('id', answerId)))[0] ?? null,
    staleTime: Infinity,
  })
  return (
    <section className="inbox-why" aria-label={texts.why}>
      <QueryState
        query={query}
        failed={texts.whyFailed}
        brief
        skeleton={
          <span className="stack" role="status" aria-label={texts.whyLoading}>
            <Skeleton width="55%" />
            <Skeleton width="90%" />
          </span>
        }
        empty={<p>{texts.whyGone}</p>}
      >
        {answer => <Reason answer={answer} />}
      </QueryState>
    </section>
  )
}

function Reason({ answer }: { answer: Answer }) {
  const texts = useTexts(inboxTexts)
  const corrections = useTexts(correctionsTexts)
  const trace = useTexts(traceTexts)
  const wordsFor = useConfidenceLabel()
  const citations = readCitations(answer.citations)
  const rests = answer.silent_reason === null && citations.length > 0
  const sure = wordsFor(answer.confidence)
  const meter = (
    <span role="img" aria-label={sure} title={sure}>
      <ConfidenceMeter confidence={answer.confidence} />
    </span>
  )
  return (
    <>
      <div className="inbox-why-head">
        {rests ? <Icon name="book-open" /> : meter}
        <span className="fill">{rests ? <RestsOn citations={citations} /> : decision(answer, texts)}</span>
        {rests && meter}
        {aboutKnowledge.has(answer.act) && <TeachBot answerId={answer.id} text={corrections.improve} />}
      </div>
      {citations.length > 0 && <QuotedPassages citations={citations} />}
      <Trace answer={answer} />
      <p className="row inbox-why-full">
        <Link className="link link-alone" to={`/dashboard/inbox/answers/${answer.id}`}>
          {trace.full}
        </Link>
        {answer.act === 'answer' && citations.length > 0 && answer.conversation_id && (
          <LikeAnswer answerId={answer.id} />
        )}
      </p>
    </>
  )
}

function Trace({ answer }: { answer: Answer }) {
  const texts = useTexts(inboxTexts)
  const kinds = questionKinds(texts)
  const steps = readTrace(answer.trace)
  if (steps.length === 0) return null
  return (
    <ul className="inbox-trace">
      {steps.map(({ kind, words, nearest }) => (
        <li key={words}>
          {fill(texts.heard, { kind: kinds[kind] ?? texts.kindOther, words })}
          {answer.act === 'abstain' && nearest !== undefined && (
            <>
              {' '}
              {texts.nearest} <q>{nearest}</q>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function decision(answer: Answer, texts: InboxTexts): string {
  if (answer.silent_reason === 'limit_reached') return texts.actLimit
  if (answer.silent_reason === 'outside_hours') return texts.actClosed
  const words: Record<string, string> = {
    smalltalk: texts.actSmalltalk,
    handoff: texts.actHandoff,
    abstain: texts.actAbstain,
    contact: texts.actContact,
    refuse: texts.actRefuse,
    clarify: texts.actClarify,
  }
  return words[answer.act] ?? texts.whyGone
}
