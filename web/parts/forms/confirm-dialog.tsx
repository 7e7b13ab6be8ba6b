import { type ReactNode, useId } from 'react'
import { Button, type ButtonLook } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
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
  /** Of the words: with room around them unless told otherwise. */
  className?: string
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
  const { title, children, keep, act, busyText, className = 'question soft', look = 'danger' } = props
  const { run, wordsOf, onClose } = props
  const { busy, problem, perform } = useAction({ once: true, wordsOf })
  const id = useId()

  const answer = () =>
    perform(async () => {
      await run()
      onClose()
    })

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
      <div id={id} className={className}>
        {children}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
