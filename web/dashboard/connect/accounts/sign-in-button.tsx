import { useEffect, useState } from 'react'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button, type ButtonProps } from '#web/kit/button.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
import { type AccountKind, useAccountActions } from './account-actions.ts'

export function SignInButton({
  kind,
  channel,
  children,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'busy'> & { kind: AccountKind; channel?: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { signIn } = useAccountActions()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // Coming back with the browser's arrow restores the page as it was left.
    const wake = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])

  async function go() {
    setBusy(true)
    try {
      await signIn(kind, channel)
    } catch (error) {
      setBusy(false)
      showError(error)
    }
  }

  return (
    <Button {...rest} busy={busy} busyText={texts.opening} onClick={() => void go()}>
      {children}
    </Button>
  )
}
