import type { ReactNode } from 'react'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'

type Texts = Record<
  'disconnect' | 'disconnecting' | 'disconnected' | 'disconnectTitle' | 'disconnectText' | 'keep',
  string
>

type Props = {
  texts: Texts
  name: string
  disconnect(): Promise<void>
  /** What else is lost. */
  children?: ReactNode
  onClose(): void
}

export function DisconnectDialog({ texts, name, disconnect, children, onClose }: Props) {
  async function leave() {
    await disconnect()
    showToast(fill(texts.disconnected, { name }))
  }

  return (
    <ConfirmDialog
      title={fill(texts.disconnectTitle, { name })}
      keep={texts.keep}
      act={texts.disconnect}
      busyText={texts.disconnecting}
      run={leave}
      onClose={onClose}
    >
      <p>{texts.disconnectText}</p>
      {children}
    </ConfirmDialog>
  )
}
