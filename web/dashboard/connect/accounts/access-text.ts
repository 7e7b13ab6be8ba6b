import type { ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { healthOf, stateOf } from '#web/parts/channels/channel-state.ts'
import type { Times } from '#web/parts/time/times-in.ts'
import { fill } from '#web/parts/language/texts.ts'

export type Access = { state: 'valid' | 'expiring' | 'dead' | 'unknown'; text: string }

/** Zalo's access lasts a day and the program renews it, so its end says nothing. */
export function accessOf(channel: Channel, texts: ChannelScreensTexts, times: Times): Access {
  if (stateOf(channel) === 'lost') return { state: 'dead', text: texts.accessDead }
  const token = healthOf(channel)?.token
  const date = token?.expires_at && channel.kind !== 'zalo' ? times.date(token.expires_at) : undefined
  switch (token?.state) {
    case 'dead':
      return { state: 'dead', text: texts.accessDead }
    case 'expiring':
      return { state: 'expiring', text: date ? fill(texts.accessExpiringOn, { date }) : texts.accessExpiring }
    case 'valid':
      if (channel.kind === 'zalo') return { state: 'valid', text: texts.accessRenewed }
      return { state: 'valid', text: date ? fill(texts.accessValidUntil, { date }) : texts.accessValid }
    default:
      return { state: 'unknown', text: texts.accessUnknown }
  }
}
