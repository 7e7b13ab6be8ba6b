import { useState } from 'react'
import { channelScreensTexts } from '#shared/texts/channel-screens-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { healthOf } from '#web/parts/channel-state.ts'
import { fill } from '#web/parts/texts.ts'
import { useAccountActions } from './account-actions.ts'

/** Asks before a page or an account is cut off: what waits to be sent there is lost with it. */
export function DisconnectAccount({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  const { disconnect } = useAccountActions()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { name } = channel
  const queue = healthOf(channel)?.queue
  const unsent = (queue?.waiting ?? 0) + (queue?.held ?? 0)

  async function leave() {
    setBusy(true)
    setProblem(undefined)
    try {
      await disconnect(channel.id)
      showToast(fill(texts.disconnected, { name }))
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(texts.disconnectTitle, { name })}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button look="danger" busy={busy} busyText={texts.disconnecting} onClick={() => void leave()}>
            {texts.disconnect}
          </Button>
        </>
      }
    >
      <p className="soft mt-1.5">{texts.disconnectText}</p>
      {unsent > 0 && <p className="soft mt-3">{fill(texts.disconnectHeld, { count: unsent })}</p>}
      {problem && (
        <div className="mt-3">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </Dialog>
  )
}
