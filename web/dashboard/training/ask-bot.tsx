import { useState } from 'react'
import type { Result } from '#shared/contracts/api.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import type { Act } from '#shared/words.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Bubble, TypingBubble } from '#web/kit/bubble.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { readCitations } from '#web/parts/answers/citations.ts'
import { ConfidenceMeter, useConfidenceLabel } from '#web/parts/answers/confidence-meter.tsx'
import { QuotedPassages } from '#web/parts/passages/quoted-passages.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'

type Asked = Result<'POST /api/v1/bot/ask'>

/** Same path as a customer's question, but nothing is sent or counted. */
export function AskBot() {
  const texts = useTexts(trainingTexts)
  const [answer, setAnswer] = useState<Asked>()
  const form = useForm({
    start: { text: '' },
    async save({ text }) {
      if (!text.trim()) return
      setAnswer(await call('POST /api/v1/bot/ask', { body: { text: text.trim() }, repeatable: true }))
    },
    wordsOf: error => `${texts.askFailed} ${messageOf(error)}`,
  })

  return (
    <section className="panel training-ask" aria-label={texts.askTitle}>
      <h2>{texts.askTitle}</h2>
      <p className="soft">{texts.askText}</p>
      <form {...form.props}>
        <Field
          label={texts.question}
          labelHidden
          small
          placeholder={texts.placeholder}
          maxLength={2000}
          autoComplete="off"
          {...form.field('text')}
          error={form.problem}
        />
        <Button type="submit" busy={form.busy}>
          {texts.ask}
        </Button>
      </form>
      <div aria-live="polite">
        {form.busy ? (
          <div className="training-answer appear-late">
            <TypingBubble author="bot" label={texts.asking} />
          </div>
        ) : (
          answer && <Answered answer={answer} />
        )}
      </div>
    </section>
  )
}

function Answered({ answer }: { answer: Asked }) {
  const texts = useTexts(trainingTexts)
  const wordsFor = useConfidenceLabel()
  const acts: Record<Act, string> = {
    answer: texts.actAnswer,
    clarify: texts.actClarify,
    abstain: texts.actAbstain,
    handoff: texts.actHandoff,
    smalltalk: texts.actSmalltalk,
    contact: texts.actContact,
    refuse: texts.actRefuse,
  }
  const citations = readCitations(answer.citations)
  const measured = answer.act === 'answer' || answer.act === 'clarify' || answer.act === 'abstain'
  return (
    <div className="training-answer">
      <p className="unseen">{texts.answer}</p>
      {answer.reply ? (
        <Bubble author="bot" lang={answer.language}>
          {answer.reply}
        </Bubble>
      ) : (
        <p className="muted">{texts.nothing}</p>
      )}
      <p className="row training-answer-meta">
        <Chip tone={answer.act === 'abstain' || answer.act === 'handoff' ? 'person' : 'ok'}>{acts[answer.act]}</Chip>
        {measured && (
          <span className="row">
            <ConfidenceMeter confidence={answer.confidence} />
            {wordsFor(answer.confidence)}
          </span>
        )}
      </p>
      {citations.length > 0 && <QuotedPassages citations={citations} />}
    </div>
  )
}
