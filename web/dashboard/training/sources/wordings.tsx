import { useState } from 'react'
import { maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Passage, Row } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { confirmIn, sendTried } from '#web/parts/answers/worse-answers.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

type Props = { passage: Passage; wordings: Row<'passage_questions'>[]; onChanged(): void }

export function Wordings({ passage, wordings, onChanged }: Props) {
  const texts = useTexts(trainingTexts)
  const [open, setOpen] = useState(false)
  const form = useForm({
    start: { question: '' },
    async save({ question }, clear) {
      if (!question.trim()) return
      const added = await sendTried(confirm =>
        call('POST /api/v1/passages/:id/questions', { params: { id: passage.id }, body: { question, confirm } }),
      )
      if (!added) return
      clear({ question: '' })
      setOpen(false)
      onChanged()
    },
    fieldOf: () => 'question',
  })

  return (
    <div className="training-wordings">
      {wordings.length > 0 && (
        <>
          <span className="muted">{texts.wordings}:</span>
          <ul>
            {wordings.map(wording => (
              <Wording key={wording.id} wording={wording} onChanged={onChanged} />
            ))}
          </ul>
        </>
      )}
      {open ? (
        <form {...form.props} onKeyDown={event => event.key === 'Escape' && setOpen(false)}>
          <Field
            label={texts.wordingLabel}
            small
            placeholder={texts.wordingPlaceholder}
            maxLength={maxQuestionLength}
            autoComplete="off"
            autoFocus
            {...form.field('question')}
          />
          <div className="row">
            <Button size="sm" look="filled" type="submit" busy={form.busy}>
              {texts.add}
            </Button>
            <Button size="sm" look="quiet" onClick={() => setOpen(false)}>
              {texts.cancelDialog}
            </Button>
          </div>
        </form>
      ) : (
        <Button
          size="sm"
          look="quiet"
          icon="plus"
          aria-label={fill(texts.addWordingFor, { number: passage.position + 1 })}
          onClick={() => setOpen(true)}
        >
          {texts.addWording}
        </Button>
      )}
    </div>
  )
}

function Wording({ wording: { id, question }, onChanged }: { wording: Row<'passage_questions'>; onChanged(): void }) {
  const texts = useTexts(trainingTexts)
  const { busy, perform } = useAction({ once: true, onProblem: showErrorToast })
  const remove = () =>
    perform(async () => {
      const removed = await sendTried(confirm =>
        call('DELETE /api/v1/passage-questions/:id', { params: { id }, query: confirmIn(confirm) }),
      )
      if (!removed) return false
      onChanged()
    })
  return (
    <li className="chip">
      {question}
      <IconButton
        icon="x"
        label={fill(texts.removeWording, { name: question })}
        aria-busy={busy || undefined}
        onClick={() => void remove()}
      />
    </li>
  )
}
