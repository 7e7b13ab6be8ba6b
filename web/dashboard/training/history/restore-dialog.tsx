import { useState } from 'react'
import type { AnswersWorse, Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ComparedAnswers } from '#web/parts/answers/compared-answers.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { worseOf } from '#web/parts/answers/worse-answers.ts'
import { useAction } from '#web/kit/use-action.ts'

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
  const { busy, problem, perform } = useAction()
  const [found, setFound] = useState<AnswersWorse>()

  const goBack = () =>
    perform(async () => {
      try {
        await restore(found?.digest ?? false)
      } catch (error) {
        const worse = worseOf(error)
        if (!worse) throw error
        return setFound(worse)
      }
      showToast(texts.restored)
      onRestored()
      onClose()
    })

  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            look={found ? 'danger' : 'filled'}
            busy={busy}
            busyText={texts.restoring}
            onClick={() => void goBack()}
          >
            {found ? texts.restoreAnyway : texts.restore}
          </Button>
        </>
      }
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
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
