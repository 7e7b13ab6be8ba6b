import { useEffect, useRef } from 'react'
import type { AnswersWorse } from '#shared/contracts/bot/gate.contract.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { ComparedAnswers } from '#web/parts/answers/compared-answers.tsx'
import { fill } from '#web/parts/language/texts.ts'

type DialogProps = { worse: AnswersWorse; onDecide(wanted: boolean): void }

export function WorseAnswersDialog({ worse: found, onDecide }: DialogProps) {
  const texts = useTexts(gateTexts)
  const leave = useRef<HTMLButtonElement>(null)
  useEffect(() => leave.current?.focus(), [])
  const { worse, better, changed, details } = found
  return (
    <Dialog
      open
      role="alertdialog"
      title={texts.worseTitle}
      onClose={() => onDecide(false)}
      foot={
        <>
          <Button ref={leave} onClick={() => onDecide(false)}>
            {texts.worseLeave}
          </Button>
          <Button look="danger" onClick={() => onDecide(true)}>
            {texts.worseAnyway}
          </Button>
        </>
      }
    >
      <p className="soft">
        {fill(better + changed > 0 ? texts.worseText : texts.worseTextShort, { worse, better, changed })}
      </p>
      {/* Long lists scroll: by keyboard as well. */}
      <div className="compared-in-dialog" role="group" aria-label={texts.worseList} tabIndex={0}>
        <ComparedAnswers details={details} sides={{ before: texts.worseBefore, now: texts.worseAfter }} />
      </div>
    </Dialog>
  )
}
