import { type FormEvent, useState } from 'react'
import { longestAnswer, longestQuestion } from '#shared/contracts/training/training.contract.ts'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'

const offered = ['answer', 'abstain', 'handoff', 'refuse'] as const
type Offered = (typeof offered)[number]
type Props = { one: Row<'regression_cases'> | undefined; onClose(): void; onSaved(): void }

/** A question, and what its answer has to have or what the bot is to do instead of answering. */
export function TestQuestionDialog({ one, onClose, onSaved }: Props) {
  const texts = useTexts(testQuestionsTexts)
  const [question, setQuestion] = useState(one?.question ?? '')
  const [expected, setExpected] = useState(one?.expected.length === 1 ? (one.expected[0] ?? '') : '')
  const [act, setAct] = useState<Offered>(offered.find(known => known === one?.act) ?? 'answer')
  const { busy, problem, perform } = useAction({ once: true })
  const words: Record<Offered, string> = {
    answer: texts.doesAnswer,
    abstain: texts.doesAbstain,
    handoff: texts.doesHandoff,
    refuse: texts.doesRefuse,
  }
  // Words that several quotes or a taught answer stand for are left as they are.
  const mayStay = one?.act === 'answer' && one.expected.length !== 1

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = act === 'answer' && expected.trim() !== '' ? { expected } : {}
    await perform(async () => {
      if (one)
        await call('PATCH /api/v1/regression-cases/:id', { params: { id: one.id }, body: { question, act, ...typed } })
      else await call('POST /api/v1/regression-cases', { body: { question, act, ...typed } })
      showToast(one ? texts.changeSaved : texts.saved)
      onSaved()
      onClose()
    })
  }

  return (
    <Dialog open title={one ? texts.editTitle : texts.addTitle} onClose={onClose}>
      <form className="stack training-form" onSubmit={event => void save(event)}>
        <Field
          label={texts.question}
          value={question}
          onValue={setQuestion}
          maxLength={longestQuestion}
          autoComplete="off"
          required
        />
        <SegmentedControl
          label={texts.does}
          value={act}
          options={offered.map(value => ({ value, text: words[value] }))}
          onChoose={setAct}
        />
        {act === 'answer' && (
          <Field
            label={texts.expected}
            hint={mayStay ? texts.keepsExpected : texts.expectedHint}
            value={expected}
            onValue={setExpected}
            maxLength={longestAnswer}
            autoComplete="off"
            required={!mayStay}
          />
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={texts.saving}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
