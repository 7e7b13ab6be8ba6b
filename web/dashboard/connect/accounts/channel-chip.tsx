import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Chip, type ChipTone } from '#web/kit/tag.tsx'
import { type ChannelState, stateOf } from '#web/parts/channels/channel-state.ts'

const looks: Record<ChannelState, { tone: ChipTone; icon: IconName }> = {
  well: { tone: 'ok', icon: 'circle-check' },
  watch: { tone: 'warning', icon: 'triangle-alert' },
  broken: { tone: 'bad', icon: 'circle-alert' },
  paused: { tone: 'warning', icon: 'pause' },
  lost: { tone: 'bad', icon: 'unplug' },
  connecting: { tone: 'plain', icon: 'circle-dashed' },
}

export function ChannelChip({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const state = stateOf(channel)
  return (
    <Chip tone={looks[state].tone} icon={looks[state].icon}>
      {texts[state]}
    </Chip>
  )
}
