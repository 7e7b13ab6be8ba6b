import { useState } from 'react'
import { maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Passage, Row } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
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

  async function remove(id: string) {
    try {
      const removed = await sendTried(confirm =>
        call('DELETE /api/v1/passage-questions/:id', { params: { id }, query: confirmIn(confirm) }),
      )
      if (removed) onChanged()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <div className="training-wordings">
      {wordings.length > 0 && (
        <>
          <span className="muted">{texts.wordings}:</span>
          <ul>
            {wordings.map(wording => (
              <li key={wording.id} className="chip">
                {wording.question}
                <IconButton
                  icon="x"
                  label={fill(texts.removeWording, { name: wording.question })}
                  onClick={() => void remove(wording.id)}
                />
              </li>
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
