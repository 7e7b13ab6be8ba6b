import { type FormEvent, useState } from 'react'
import { longestAnswer, longestQuestion } from '#shared/contracts/training.contract.ts'
import { testQuestionsTexts } from '#shared/texts/test-questions-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Field } from '#web/kit/field.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'

/** A question and what its answer has to have. */
export function AddTestQuestion({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const texts = useTexts(testQuestionsTexts)
  const [question, setQuestion] = useState('')
  const [expected, setExpected] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call('POST', '/regression-cases', { question, expected })
      showToast(texts.saved)
      onSaved()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog open title={texts.addTitle} onClose={onClose}>
      <form className="stack training-form" onSubmit={event => void save(event)}>
        <Field
          label={texts.question}
          value={question}
          onValue={setQuestion}
          maxLength={longestQuestion}
          autoComplete="off"
          required
        />
        <Field
          label={texts.expected}
          hint={texts.expectedHint}
          value={expected}
          onValue={setExpected}
          maxLength={longestAnswer}
          autoComplete="off"
          required
        />
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
