import { useEffect, useRef, useState } from 'react'
import type { AnswersWorse } from '#shared/contracts/gate.contract.ts'
import { gateTexts } from '#shared/texts/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { ComparedAnswers } from './compared-answers.tsx'
import { fill } from './texts.ts'
import { askWorseWith } from './worse-answers.ts'

type Asked = { worse: AnswersWorse; decide(wanted: boolean): void }

/** Shows which answers a change makes worse, and asks whether it is to be made all the same. Once per page. */
export function WorseAnswersDialog() {
  const texts = useTexts(gateTexts)
  const [asked, setAsked] = useState<Asked>()
  const leave = useRef<HTMLButtonElement>(null)
  useEffect(() => askWorseWith(worse => new Promise(resolve => setAsked({ worse, decide: resolve }))), [])
  // The browser would give the list the focus, which comes first.
  useEffect(() => leave.current?.focus(), [asked])
  if (!asked) return null
  const { worse, better, changed, details } = asked.worse
  function decide(wanted: boolean) {
    asked?.decide(wanted)
    setAsked(undefined)
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={texts.worseTitle}
      onClose={() => decide(false)}
      foot={
        <>
          <Button ref={leave} onClick={() => decide(false)}>
            {texts.worseLeave}
          </Button>
          <Button look="danger" onClick={() => decide(true)}>
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
