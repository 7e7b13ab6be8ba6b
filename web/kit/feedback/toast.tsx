import { toast, Toaster } from 'sonner'
import { Icon } from '#web/kit/icons/icon.tsx'

/** Where toasts appear: one at a time, bottom centre, five seconds. Once per page. */
export function Toasts({ label }: { label: string }) {
  return (
    <Toaster
      position="bottom-center"
      visibleToasts={1}
      duration={5000}
      containerAriaLabel={label}
      offset={{ bottom: 24 }}
      mobileOffset={{ bottom: 76, left: 16, right: 16 }}
      toastOptions={{ unstyled: true }}
    />
  )
}

/** Says that something was done; `undo` offers the way back. A new toast takes the place of the one before. */
export function showToast(text: string, undo?: { text: string; run: () => void }): void {
  toast.dismiss()
  toast(text, { icon: <Icon name="check" />, ...(undo && { action: { label: undo.text, onClick: undo.run } }) })
}

/** Says that something failed; the same must also stand beside what failed. */
export function showErrorToast(text: string): void {
  toast.dismiss()
  toast(text, { icon: <Icon name="circle-alert" /> })
}
