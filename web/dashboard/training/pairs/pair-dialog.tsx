import { useNavigate } from 'react-router'
import { maxAnswerLength, maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { PreviewLine, type Teaching, TeachingPreview } from '#web/parts/teaching/teaching-preview.tsx'
import { useWays } from '#web/parts/teaching/use-ways.ts'
import { WaysToAsk } from '#web/parts/teaching/ways-to-ask.tsx'
import { sendTried } from '#web/parts/answers/worse-answers.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function PairDialog({
  pair,
  asked = '',
  onClose,
}: {
  pair: Source | undefined
  /** For a new pair: the question to start with */
  asked?: string
  onClose(): void
}) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const navigate = useNavigate()
  const form = useForm({
    start: () => ({ question: pair?.title ?? asked, answer: pair?.answer ?? '' }),
    async save(values) {
      const typed = { ...values, wordings: ways.ticked }
      const saved = await sendTried(confirm =>
        pair
          ? call('PUT /api/v1/sources/pairs/:id', { params: { id: pair.id }, body: { ...typed, confirm } })
          : call('POST /api/v1/sources/pairs', { body: { ...typed, confirm } }),
      )
      if (!saved) return
      if (saved.status === 'waiting')
        showToast(gate.pairWaiting, {
          text: gate.waitingOpen,
          run: () => void navigate(`/dashboard/training/${saved.id}`),
        })
      else showToast(texts.pairSaved)
      onClose()
    },
  })
  const ways = useWays(form.values.question, !pair)

  const teaching: Teaching = { ...form.values, wordings: ways.ticked, of: pair ? { source_id: pair.id } : {} }
  return (
    <FormDialog
      form={form}
      title={pair ? texts.pairEditTitle : texts.pairNewTitle}
      className="stack training-form"
      other={<PreviewLine teaching={teaching} />}
      cancel={texts.cancelDialog}
      save={texts.save}
      busyText={texts.saving}
      onClose={onClose}
    >
      <div className="teaching">
        <div className="stack teaching-form">
          <Field
            label={texts.pairQuestion}
            hint={texts.pairQuestionHint}
            {...form.field('question')}
            maxLength={maxQuestionLength}
            autoComplete="off"
            autoFocus
          />
          <TextareaField
            label={texts.pairAnswer}
            hint={texts.pairAnswerHint}
            {...form.field('answer')}
            maxLength={maxAnswerLength}
            rows={5}
          />
          <WaysToAsk ways={ways} />
        </div>
        <TeachingPreview teaching={teaching} />
      </div>
    </FormDialog>
  )
}
