import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button, type ButtonProps } from '#web/kit/button.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { type AccountKind, useAccountActions } from './account-actions.ts'

export function SignInButton({
  kind,
  channel,
  children,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'busy'> & { kind: AccountKind; channel?: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { signIn } = useAccountActions()
  const { busy, perform } = useAction({ once: true, wakes: true, onProblem: showErrorToast })
  return (
    <Button {...rest} busy={busy} busyText={texts.opening} onClick={() => void perform(() => signIn(kind, channel))}>
      {children}
    </Button>
  )
}
