import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '#web/data/api.ts'
import { Button, type ButtonLook } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'

type ConfirmDialogProps = {
  /** The question itself. */
  title: string
  /** What becomes of it, and what remains. */
  children: ReactNode
  /** The words of the safe answer, which comes first and has the focus. */
  keep: string
  /** The words of the answer that acts. */
  act: string
  /** What that button says while it acts. */
  busyText?: string
  /** `danger` unless told otherwise: what cannot be undone. */
  look?: ButtonLook
  /** Acts. When it is done the question closes; what it throws is told, and the question stays for another try. */
  run(): Promise<unknown>
  /** The words for what was thrown, where the server's own do not fit. */
  wordsOf?(error: unknown): string
  onClose(): void
}

/** Asks before something is done that has no way back. Enter takes the safe answer, Esc closes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, keep, act, busyText, look = 'danger', run, wordsOf = messageOf, onClose } = props
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const id = useId()

  async function answer() {
    setBusy(true)
    setProblem(undefined)
    try {
      await run()
      onClose()
    } catch (error) {
      setProblem(wordsOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      describedBy={id}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {keep}
          </Button>
          <Button look={look} busy={busy} {...(busyText && { busyText })} onClick={() => void answer()}>
            {act}
          </Button>
        </>
      }
    >
      <div id={id} className="question soft">
        {children}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
