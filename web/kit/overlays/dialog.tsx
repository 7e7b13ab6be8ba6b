import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

/** The browser's own `<dialog>`; on phones a bottom sheet. Put the safe button first in `foot`. */
export function Dialog({
  open,
  title,
  onClose,
  foot,
  children,
  role = 'dialog',
  describedBy,
}: {
  open: boolean
  title: string
  onClose: () => void
  foot?: ReactNode
  children: ReactNode
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog'
  /** The id of an explanation, read out with the title. */
  describedBy?: string
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    return () => {
      if (dialog.open) dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
  if (!open) return null
  return (
    <dialog
      ref={element}
      className="dialog"
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={describedBy}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={stayInside}
      onPointerDown={event => {
        if (event.target === element.current && outside(event.clientX, event.clientY, element.current)) onClose()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      {foot && <div className="dialog-foot">{foot}</div>}
    </dialog>
  )
}

function outside(x: number, y: number, dialog: HTMLDialogElement): boolean {
  const box = dialog.getBoundingClientRect()
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}

/** Keeps Tab inside the dialog, away from the browser's own bars. */
function stayInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    item => item.offsetParent !== null,
  )
  const goal = event.shiftKey ? elements.at(-1) : elements[0]
  const edge = event.shiftKey ? elements[0] : elements.at(-1)
  if (goal && document.activeElement === edge) {
    event.preventDefault()
    goal.focus()
  }
}
