import { notificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { currentDeviceId, usePushHere } from './push-here.ts'

export function ThisBrowser() {
  const texts = useTexts(notificationsTexts)
  const { state, busy, turnOn, turnOff } = usePushHere(texts)
  if (!state) return null
  if (state === 'on')
    return (
      <div className="push-here">
        <Notice tone="ok">
          <b>{texts.pushOn}</b>
          <p>{texts.pushOnText}</p>
          <div className="push-acts">
            <TryButton />
            <Button size="sm" look="quiet" busy={busy} busyText={texts.pushTurningOff} onClick={turnOff}>
              {texts.pushTurnOff}
            </Button>
          </div>
        </Notice>
      </div>
    )
  if (state === 'off')
    return (
      <div className="push-here">
        <Notice tone="info" icon="bell">
          <b>{texts.pushOff}</b>
          <p>{texts.pushOffText}</p>
          <div className="push-acts">
            <Button size="sm" look="filled" busy={busy} busyText={texts.pushTurningOn} onClick={turnOn}>
              {texts.pushTurnOn}
            </Button>
          </div>
        </Notice>
      </div>
    )
  const words = {
    denied: [texts.pushDenied, texts.pushDeniedText],
    install: [texts.pushInstall, texts.pushInstallText],
    unsupported: [texts.pushUnsupported, texts.pushUnsupportedText],
  }[state]
  return (
    <div className="push-here">
      <Notice tone={state === 'denied' ? 'warning' : 'info'} icon={state === 'install' ? 'smartphone' : 'bell'}>
        <b>{words[0]}</b>
        <p>{words[1]}</p>
      </Notice>
    </div>
  )
}

function TryButton() {
  const texts = useTexts(notificationsTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function send() {
    await perform(async () => {
      await call('POST /api/v1/push-subscriptions/:id/try', {
        params: { id: currentDeviceId() ?? '' },
        repeatable: true,
      })
      showToast(texts.pushTried)
    })
  }
  return (
    <Button size="sm" icon="bell" busy={busy} busyText={texts.pushTrying} onClick={() => void send()}>
      {texts.pushTry}
    </Button>
  )
}
