import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { accepted, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { useAction } from '#web/kit/use-action.ts'

export function EndOtherSessions({ onEnded }: { onEnded(): void }) {
  const texts = useTexts(dashboardTexts)
  const words = useTexts(authTexts)
  const { busy, perform } = useAction({ wordsOf: wordsForAuth(words), onProblem: showErrorToast })
  const end = () =>
    perform(async () => {
      await accepted(client().auth.signOut({ scope: 'others' }))
      showToast(texts.signedOutOthers)
    }).finally(onEnded)

  return (
    <Button size="sm" busy={busy} busyText={texts.signingOutOthers} onClick={() => void end()}>
      {texts.signOutOthers}
    </Button>
  )
}
