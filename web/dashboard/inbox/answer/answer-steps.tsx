import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { traceTexts } from '#shared/texts/bot/trace-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Answer } from '#web/data/wire-rows.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import type { PlacedCitation } from '#shared/contracts/bot/bot.results.ts'
import { fill } from '#web/parts/language/texts.ts'
import { readCandidates, readModel, readTrace, readWeights } from './answer-trace.ts'
import { questionKinds } from './question-kinds.ts'

function Station({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <span className="answer-station-mark">
        <Icon name={icon} />
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}

export function QuestionStep({ answer }: { answer: Answer }) {
  const texts = useTexts(traceTexts)
  const inbox = useTexts(inboxTexts)
  const kinds = questionKinds(inbox)
  const questions = readTrace(answer.trace)
  return (
    <Station icon="message-circle" title={texts.heard}>
      {questions.length === 0 && <p className="soft">{texts.heardNothing}</p>}
      {questions.map(({ words, kind }) => (
        <p key={words} className="answer-heard">
          <span lang={answer.language}>{words}</span> <Chip tone="info">{kinds[kind] ?? inbox.kindOther}</Chip>
        </p>
      ))}
      <Chip>{answer.language === 'vi' ? texts.languageVi : texts.languageEn}</Chip>
    </Station>
  )
}

export function SearchStep({ answer, citations }: { answer: Answer; citations: PlacedCitation[] }) {
  const texts = useTexts(traceTexts)
  const candidates = readCandidates(answer.trace)
  const sources = [...new Set(candidates.map(candidate => candidate.sourceId))]
  const { data: titles } = useQuery({
    queryKey: ['titles', ...sources],
    enabled: sources.length > 0,
    queryFn: async () =>
      new Map(
        (await readRows('sources', query => query.in('id', sources), 'id,title')).map(row => [row.id, row.title]),
      ),
  })
  const isQuestion = readTrace(answer.trace).length > 0
  return (
    <Station
      icon="search"
      title={candidates.length === 0 ? texts.searched : fill(texts.found, { count: candidates.length })}
    >
      {candidates.length === 0 ? (
        <p className="soft">{isQuestion ? texts.nothingFound : texts.notSearched}</p>
      ) : (
        <ul className="answer-candidates">
          {candidates.map(({ passageId, sourceId, text }) => {
            const used = citations.some(citation => citation.passage_id === passageId)
            return (
              <li key={passageId} className={used ? 'answer-used' : undefined}>
                <span className="answer-candidate-words">
                  <b>{titles?.get(sourceId) ?? texts.passage}</b>
                  <span className="soft two-lines">{text}</span>
                </span>
                {used ? (
                  <Chip tone="ok" icon="check">
                    {texts.used}
                  </Chip>
                ) : (
                  <span className="muted">{texts.unused}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Station>
  )
}

export function DecisionStep({ answer }: { answer: Answer }) {
  const texts = useTexts(traceTexts)
  const { threshold } = readWeights(answer.trace)
  if (threshold === undefined) return null
  const min = Math.round(threshold * 100)
  // Never claim certainty.
  const right = Math.min(99, Math.round(answer.confidence * 100))
  return (
    <Station icon="sliders" title={texts.weighed}>
      <p className="soft num">
        {fill(texts.rightOf, { right })}{' '}
        {fill(answer.confidence >= threshold ? texts.enough : texts.tooLittle, { min })}
      </p>
    </Station>
  )
}

export function ReplyStep({ answer }: { answer: Answer }) {
  const texts = useTexts(traceTexts)
  const { language } = useLanguage()
  const model = readModel(answer.trace)
  const number = numberFormat(language, { maximumFractionDigits: 6 })
  return (
    <Station icon="send-horizontal" title={texts.said}>
      <p className="soft num">
        {answer.path === 'embedded' ? texts.embedded : fill(texts.provider, { name: model?.name ?? '' })} ·{' '}
        {answer.id.slice(-6).toUpperCase()}
      </p>
      {model && (
        <p className="soft num">
          {model.why === undefined ? texts.modelUsed : fill(texts.modelPassed, { why: model.why })}{' '}
          {fill(texts.tokens, { in: number.format(model.tokensIn), out: number.format(model.tokensOut) })}
          {model.cost !== undefined && ` · ${fill(texts.cost, { cost: number.format(model.cost) })}`}
        </p>
      )}
    </Station>
  )
}
