import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { healthOf } from '#web/parts/channels/channel-state.ts'
import { fill } from '#web/parts/language/texts.ts'
import { DisconnectDialog } from '../disconnect-dialog.tsx'
import { useAccountActions } from './account-actions.ts'

export function DisconnectAccount({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  const { disconnect } = useAccountActions()
  const queue = healthOf(channel)?.queue
  const unsent = (queue?.waiting ?? 0) + (queue?.held ?? 0)

  return (
    <DisconnectDialog texts={texts} name={channel.name} disconnect={() => disconnect(channel.id)} onClose={onClose}>
      {unsent > 0 && <p>{fill(texts.disconnectHeld, { count: unsent })}</p>}
    </DisconnectDialog>
  )
}
