import type { Result } from '#shared/contracts/api.ts'
import { type ConfigurationTexts, configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import type { Act } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { readCitations } from '#web/parts/answers/citations.ts'
import { ConfidenceMeter, useConfidenceLabel } from '#web/parts/answers/confidence-meter.tsx'
import { QuotedPassages } from '#web/parts/passages/quoted-passages.tsx'
import { fill } from '#web/parts/language/texts.ts'

export type Tried = Result<'POST /api/v1/bot/ask'>

const acts: Record<Act, keyof ConfigurationTexts> = {
  answer: 'actAnswer',
  clarify: 'actClarify',
  abstain: 'actAbstain',
  handoff: 'actHandoff',
  smalltalk: 'actSmalltalk',
  contact: 'actContact',
  refuse: 'actRefuse',
}
const rules: Record<NonNullable<Tried['trace']['rule']>, keyof ConfigurationTexts> = {
  outside_hours: 'ruleHours',
  hand_over_word: 'ruleWord',
  never_say: 'ruleNever',
}

export function TriedAnswer({ answer, last }: { answer: Tried; last: boolean }) {
  const texts = useTexts(configurationTexts)
  const wordsFor = useConfidenceLabel()
  const citations = readCitations(answer.citations)
  const { questions = [], rule } = answer.trace
  const act = texts[acts[answer.act]]
  const introduction = introductionIn(answer)
  const ruled = rule && rules[rule]
  return (
    <>
      <Bubble author="bot" lang={answer.language}>
        {answer.reply}
      </Bubble>
      <p className="row playground-meta">
        <Chip tone={answer.act === 'abstain' || answer.act === 'handoff' ? 'person' : 'ok'}>{act}</Chip>
        {questions.length > 0 && (
          <>
            <ConfidenceMeter confidence={answer.confidence} />
            {wordsFor(answer.confidence)}
          </>
        )}
      </p>
      {citations.length > 0 && <QuotedPassages citations={citations} />}
      <details className="playground-why" open={last}>
        <summary>{texts.why}</summary>
        <dl>
          {questions.map(({ words }, at) => (
            <div key={at}>
              <dt>{texts.heard}</dt>
              <dd>{words}</dd>
            </div>
          ))}
          {questions.length > 0 && (
            <div>
              <dt>{texts.found}</dt>
              <dd className="num">
                {fill(texts.foundText, { count: answer.searched.retrieved, all: answer.searched.passages })}
              </dd>
            </div>
          )}
          {introduction && (
            <div>
              <dt>{texts.introduced}</dt>
              <dd lang={answer.language}>{introduction}</dd>
            </div>
          )}
          {ruled && (
            <div>
              <dt>{texts.rule}</dt>
              <dd>{texts[ruled]}</dd>
            </div>
          )}
          <div>
            <dt>{texts.decided}</dt>
            <dd className="num">
              {fill(answer.path === 'provider' ? texts.byModel : texts.tookMs, { act, ms: answer.ms })}
            </dd>
          </div>
        </dl>
      </details>
    </>
  )
}

function introductionIn({ reply, introduced }: Tried): string | undefined {
  if (!introduced || introduced === reply) return undefined
  return introduced.endsWith(reply) ? `${introduced.slice(0, -reply.length).trim()} …` : introduced
}
