import { type ReactNode, useEffect, useRef } from 'react'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'

export function CustomerSheet({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const texts = useTexts(inboxTexts)
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className="customer-sheet"
      aria-label={texts.customer}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        if (event.target === element.current && event.clientX < element.current.getBoundingClientRect().left) onClose()
      }}
    >
      <div className="customer-sheet-head">
        <IconButton icon="arrow-left" label={texts.closeInfo} onClick={onClose} />
        <h2>{texts.customer}</h2>
      </div>
      {children}
    </dialog>
  )
}
