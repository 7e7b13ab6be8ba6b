import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { longestAnswer, longestQuestion } from '#shared/contracts/training/training.contract.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { PreviewLine, type Teaching, TeachingPreview } from '#web/parts/teaching/teaching-preview.tsx'
import { useWays } from '#web/parts/teaching/use-ways.ts'
import { WaysToAsk } from '#web/parts/teaching/ways-to-ask.tsx'
import { sendTried } from '#web/parts/answers/worse-answers.ts'

/** Writes a question and its answer, or changes them. Closing without saving keeps nothing. */
export function PairDialog({
  pair,
  asked = '',
  onClose,
}: {
  pair: Source | undefined
  /** of a new one: the question to begin with */
  asked?: string
  onClose(): void
}) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const navigate = useNavigate()
  const [question, setQuestion] = useState(pair?.title ?? asked)
  const [answer, setAnswer] = useState(pair?.answer ?? '')
  const ways = useWays(question, !pair)
  const { busy, problem, perform } = useAction()

  async function save(event: FormEvent) {
    event.preventDefault()
    await perform(async () => {
      const typed = { question, answer, wordings: ways.kept }
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
    })
  }

  const teaching: Teaching = { question, answer, wordings: ways.kept, of: pair ? { source_id: pair.id } : {} }
  return (
    <Dialog open title={pair ? texts.pairEditTitle : texts.pairNewTitle} onClose={onClose}>
      <form className="stack training-form" onSubmit={event => void save(event)}>
        <div className="teaching">
          <div className="stack teaching-form">
            <Field
              label={texts.pairQuestion}
              hint={texts.pairQuestionHint}
              value={question}
              onValue={setQuestion}
              maxLength={longestQuestion}
              autoComplete="off"
              autoFocus
            />
            <TextareaField
              label={texts.pairAnswer}
              hint={texts.pairAnswerHint}
              value={answer}
              onValue={setAnswer}
              maxLength={longestAnswer}
              rows={5}
            />
            <WaysToAsk ways={ways} />
          </div>
          <TeachingPreview teaching={teaching} />
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <PreviewLine teaching={teaching} />
          <Button onClick={onClose}>{texts.cancelDialog}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={texts.saving}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
