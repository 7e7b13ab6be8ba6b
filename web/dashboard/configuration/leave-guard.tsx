import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { warnBeforeLeaving } from '#web/kit/warn-before-leaving.ts'
import { Dialog } from '#web/kit/overlays/dialog.tsx'

export function LeaveGuard({ active }: { active: boolean }) {
  const texts = useTexts(configurationTexts)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!active) return
    const guard = {}
    warnBeforeLeaving(guard, true)
    return () => warnBeforeLeaving(guard, false)
  }, [active])
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      role="alertdialog"
      title={texts.leaveTitle}
      onClose={() => blocker.reset?.()}
      foot={
        <>
          <Button onClick={() => blocker.reset?.()}>{texts.stay}</Button>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            {texts.leave}
          </Button>
        </>
      }
    >
      <p className="soft dialog-lead">{texts.leaveText}</p>
    </Dialog>
  )
}
