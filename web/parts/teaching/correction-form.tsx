import { type ReactNode } from 'react'
import { maxAnswerLength, maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { DialogForm } from '#web/kit/overlays/form-dialog.tsx'
import './correction-form.css'
import { PassagePicker } from '../passages/passage-picker.tsx'
import './teaching.css'
import { PreviewLine, type Teaching, TeachingPreview } from './teaching-preview.tsx'
import { useWays } from './use-ways.ts'
import { WaysToAsk } from './ways-to-ask.tsx'

export type TypedCorrection = { question: string } & ({ answer: string; wordings: string[] } | { passage_id: string })

type Props = {
  question: string
  children?: ReactNode
  submit: string
  /** What it is for, so that it can be tried before it is saved */
  of: Teaching['of']
  onCancel(): void
  /** Rejects with the server's refusal; the form then keeps its input. */
  onSave(typed: TypedCorrection): Promise<void>
}

type Values = { question: string; how: 'words' | 'passage'; answer: string; passage: string | undefined }

export function CorrectionForm({ question: asked, children, submit, of, onCancel, onSave }: Props) {
  const texts = useTexts(correctionsTexts)
  const form = useForm<Values>({
    start: () => ({ question: asked.slice(0, maxQuestionLength), how: 'words', answer: '', passage: undefined }),
    check: ({ question, how, answer, passage }) => ({
      question: question.trim() ? undefined : texts.questionFirst,
      answer: how === 'words' && !answer.trim() ? texts.answerFirst : undefined,
      passage: how === 'passage' && !passage ? texts.chooseFirst : undefined,
    }),
    save: ({ question, how, answer, passage = '' }) =>
      onSave(how === 'words' ? { question, answer, wordings: ways.ticked } : { question, passage_id: passage }),
  })
  const { question, answer, passage } = form.values
  const isWords = form.values.how === 'words'
  const ways = useWays(question)

  const teaching: Teaching = {
    question,
    ...(isWords ? { answer, wordings: ways.ticked } : { passage_id: passage, wordings: [] }),
    of,
  }
  return (
    <DialogForm
      form={form}
      className="stack correction"
      other={<PreviewLine teaching={teaching} />}
      cancel={texts.cancel}
      onCancel={onCancel}
      save={isWords ? submit : texts.save}
      busyText={texts.saving}
    >
      <div className="teaching">
        <div className="stack teaching-form">
          <Field
            label={texts.question}
            hint={texts.questionHint}
            {...form.field('question')}
            maxLength={maxQuestionLength}
            autoComplete="off"
          />
          <div className="stack correction-how">
            <span className="correction-label" aria-hidden="true">
              {texts.how}
            </span>
            <SegmentedControl
              label={texts.how}
              options={[
                { value: 'words', text: texts.byWords },
                { value: 'passage', text: texts.byPassage },
              ]}
              {...form.choice('how')}
            />
          </div>
          {isWords ? (
            <>
              <TextareaField
                label={texts.answer}
                hint={texts.answerHint}
                {...form.field('answer')}
                maxLength={maxAnswerLength}
                rows={4}
              />
              <WaysToAsk ways={ways} />
              {children}
            </>
          ) : (
            <PassagePicker
              question={question}
              chosen={passage}
              onChoose={id => form.set({ passage: id })}
              error={form.wrong.passage}
            />
          )}
        </div>
        <TeachingPreview teaching={teaching} />
      </div>
    </DialogForm>
  )
}
