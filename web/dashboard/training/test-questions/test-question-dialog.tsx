import { maxAnswerLength, maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

const offered = ['answer', 'abstain', 'handoff', 'refuse'] as const
type Offered = (typeof offered)[number]
type Props = { one: Row<'regression_cases'> | undefined; onClose(): void; onSaved(): void }

export function TestQuestionDialog({ one, onClose, onSaved }: Props) {
  const texts = useTexts(testQuestionsTexts)
  const words: Record<Offered, string> = {
    answer: texts.doesAnswer,
    abstain: texts.doesAbstain,
    handoff: texts.doesHandoff,
    refuse: texts.doesRefuse,
  }
  // Keeps expectations that come from several quotes or a taught answer.
  const mayStay = one?.act === 'answer' && one.expected.length !== 1

  const form = useForm({
    start: () => ({
      question: one?.question ?? '',
      expected: one?.expected.length === 1 ? (one.expected[0] ?? '') : '',
      act: offered.find(known => known === one?.act) ?? ('answer' as const),
    }),
    async save({ question, expected, act }) {
      const typed = act === 'answer' && expected.trim() !== '' ? { expected } : {}
      const body = { question, act, ...typed }
      if (one) await call('PATCH /api/v1/regression-cases/:id', { params: { id: one.id }, body })
      else await call('POST /api/v1/regression-cases', { body })
      showToast(one ? texts.changeSaved : texts.saved)
      onSaved()
      onClose()
    },
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={one ? texts.editTitle : texts.addTitle}
      className="stack training-form"
      browserChecks
      cancel={texts.cancel}
      save={texts.save}
      busyText={texts.saving}
      onClose={onClose}
    >
      <Field
        label={texts.question}
        maxLength={maxQuestionLength}
        autoComplete="off"
        required
        {...form.field('question')}
      />
      <SegmentedControl
        label={texts.does}
        options={offered.map(value => ({ value, text: words[value] }))}
        {...form.choice('act')}
      />
      {form.values.act === 'answer' && (
        <Field
          label={texts.expected}
          hint={mayStay ? texts.keepsExpected : texts.expectedHint}
          maxLength={maxAnswerLength}
          autoComplete="off"
          required={!mayStay}
          {...form.field('expected')}
        />
      )}
    </FormDialog>
  )
}
