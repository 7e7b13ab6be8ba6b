import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { longestAnswer, longestQuestion } from '#shared/contracts/training/training.contract.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import './correction-form.css'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { PassagePicker } from '../passages/passage-picker.tsx'
import './teaching.css'
import { PreviewLine, type Teaching, TeachingPreview } from './teaching-preview.tsx'
import { useWays } from './use-ways.ts'
import { WaysToAsk } from './ways-to-ask.tsx'

export type TypedCorrection = { question: string } & ({ answer: string; wordings: string[] } | { passage_id: string })

type Props = {
  question: string
  /** Between the answer and the buttons, while it is written in own words. */
  children?: ReactNode
  submit: string
  /** what it is for, to be tried before it is saved */
  of: Teaching['of']
  onCancel(): void
  /** The form stays, with what was typed, when nothing comes of it. Rejects with what the server refused. */
  onSave(typed: TypedCorrection): Promise<void>
}

/** A question, and what answers it: a person's own words, or a passage that is there already. */
export function CorrectionForm({ question: asked, children, submit, of, onCancel, onSave }: Props) {
  const texts = useTexts(correctionsTexts)
  const form = useRef<HTMLFormElement>(null)
  const [question, setQuestion] = useState(asked.slice(0, longestQuestion))
  const [how, setHow] = useState<'words' | 'passage'>('words')
  const [answer, setAnswer] = useState('')
  const [passageId, setPassageId] = useState<string>()
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, perform } = useAction()
  const ways = useWays(question)
  const isWords = how === 'words'
  const missing = {
    question: tried && !question.trim() ? texts.questionFirst : undefined,
    answer: tried && how === 'words' && !answer.trim() ? texts.answerFirst : undefined,
    passage: tried && how === 'passage' && !passageId ? texts.chooseFirst : undefined,
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setProblem(undefined)
    const typed = isWords ? { question, answer, wordings: ways.kept } : passageId && { question, passage_id: passageId }
    if (!typed || !question.trim() || (isWords && !answer.trim())) {
      focusFirstError(form.current)
      return
    }
    await perform(async () => {
      await onSave(typed)
    })
  }

  const teaching: Teaching = {
    question,
    ...(isWords ? { answer, wordings: ways.kept } : { passage_id: passageId, wordings: [] }),
    of,
  }
  return (
    <form ref={form} className="stack correction" noValidate onSubmit={event => void save(event)}>
      <div className="teaching">
        <div className="stack teaching-form">
          <Field
            label={texts.question}
            hint={texts.questionHint}
            value={question}
            onValue={setQuestion}
            error={missing.question}
            maxLength={longestQuestion}
            autoComplete="off"
          />
          <div className="stack correction-how">
            <span className="correction-label" aria-hidden="true">
              {texts.how}
            </span>
            <SegmentedControl
              label={texts.how}
              value={how}
              options={[
                { value: 'words', text: texts.byWords },
                { value: 'passage', text: texts.byPassage },
              ]}
              onChoose={setHow}
            />
          </div>
          {isWords ? (
            <>
              <TextareaField
                label={texts.answer}
                hint={texts.answerHint}
                value={answer}
                onValue={setAnswer}
                error={missing.answer}
                maxLength={longestAnswer}
                rows={4}
              />
              <WaysToAsk ways={ways} />
              {children}
            </>
          ) : (
            <PassagePicker question={question} chosen={passageId} onChoose={setPassageId} error={missing.passage} />
          )}
        </div>
        <TeachingPreview teaching={teaching} />
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="dialog-foot">
        <PreviewLine teaching={teaching} />
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button look="filled" type="submit" busy={busy} busyText={texts.saving}>
          {isWords ? submit : texts.save}
        </Button>
      </div>
    </form>
  )
}
