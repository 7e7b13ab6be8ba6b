import { useState } from 'react'
import type { AnswersWorse, Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ComparedAnswers } from '#web/parts/answers/compared-answers.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { worseOf } from '#web/parts/answers/worse-answers.ts'

type Props = {
  title: string
  text: string
  /** `confirm`: the worse answers that the user has seen */
  restore(confirm: Confirm): Promise<unknown>
  onClose(): void
  onRestored(): void
}

export function RestoreDialog({ title, text, restore, onClose, onRestored }: Props) {
  const texts = useTexts(gateTexts)
  const [found, setFound] = useState<AnswersWorse>()
  const form = useForm({
    start: {},
    async save() {
      try {
        await restore(found?.digest ?? false)
      } catch (error) {
        const worse = worseOf(error)
        if (!worse) throw error
        setFound(worse)
        return false
      }
      showToast(texts.restored)
      onRestored()
      onClose()
      return true
    },
  })

  return (
    <FormDialog
      form={form}
      className=""
      role="alertdialog"
      title={title}
      cancel={texts.cancel}
      cancelFirst
      save={found ? texts.restoreAnyway : texts.restore}
      busyText={texts.restoring}
      look={found ? 'danger' : 'filled'}
      onClose={onClose}
    >
      <p className="soft training-dialog-text">{text}</p>
      {found && (
        <>
          <Notice>{fill(texts.restoreWorse, { worse: found.worse })}</Notice>
          <div className="compared-in-dialog">
            <ComparedAnswers
              details={found.details.filter(detail => detail.verdict === 'worse')}
              sides={{ before: texts.liveSide, now: texts.restore }}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
