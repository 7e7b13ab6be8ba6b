import { type ReactNode, useId } from 'react'
import { Button, type ButtonLook } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'

type ConfirmDialogProps = {
  title: string
  /** What happens to it, and what remains. */
  children: ReactNode
  /** The label of the safe button, which comes first and has the focus. */
  keep: string
  act: string
  busyText?: string
  className?: string
  /** `danger` by default, for what cannot be undone. */
  look?: ButtonLook
  /** Closes the question on success; an error is shown, and the question stays. */
  run(): Promise<unknown>
  /** Replaces the server's message where it does not fit. */
  wordsOf?(error: unknown): string
  onClose(): void
}

/** Enter takes the safe answer, Esc closes. */
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
