import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { healthOf } from '#web/parts/channels/channel-state.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useAccountActions } from './account-actions.ts'

export function DisconnectAccount({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  const { disconnect } = useAccountActions()
  const { name } = channel
  const queue = healthOf(channel)?.queue
  const unsent = (queue?.waiting ?? 0) + (queue?.held ?? 0)

  async function leave() {
    await disconnect(channel.id)
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
      {unsent > 0 && <p>{fill(texts.disconnectHeld, { count: unsent })}</p>}
    </ConfirmDialog>
  )
}
