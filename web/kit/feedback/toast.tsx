import { toast, Toaster } from 'sonner'
import { messageOf } from '#web/data/api.ts'
import { Icon } from '#web/kit/icons/icon.tsx'

/** One at a time, five seconds each. Once per page. */
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

/** Replaces the previous toast. */
export function showToast(text: string, undo?: { text: string; run: () => void }): void {
  toast.dismiss()
  toast(text, { icon: <Icon name="check" />, ...(undo && { action: { label: undo.text, onClick: undo.run } }) })
}

/** The error must also be shown next to what failed. */
export function showErrorToast(text: string): void {
  toast.dismiss()
  toast(text, { icon: <Icon name="circle-alert" /> })
}

export function showError(error: unknown): void {
  showErrorToast(messageOf(error))
}
