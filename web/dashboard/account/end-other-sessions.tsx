import { useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { authErrorText } from '#web/parts/auth/auth-error-text.ts'

/** Ends the account's sessions everywhere but here. */
export function EndOtherSessions({ onEnded }: { onEnded(): void }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const [busy, setBusy] = useState(false)

  async function end() {
    setBusy(true)
    const { error } = await client().auth.signOut({ scope: 'others' })
    setBusy(false)
    if (error) showErrorToast(authErrorText(error, words))
    else showToast(texts.signedOutOthers)
    onEnded()
  }

  return (
    <Button size="sm" busy={busy} busyText={texts.signingOutOthers} onClick={() => void end()}>
      {texts.signOutOthers}
    </Button>
  )
}
