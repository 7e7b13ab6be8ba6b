import type { ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import type { Language } from '#shared/words.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { findingsOf, healthOf } from '#web/parts/channels/channel-state.ts'

export type ActivityEntry = { at: string; what: string; tone: 'plain' | 'good' | 'bad' }

export function channelActivity(channel: Channel, texts: ChannelScreensTexts, language: Language): ActivityEntry[] {
  const health = healthOf(channel)
  const found = findingsOf(channel).flatMap(({ code, since, level }): ActivityEntry[] =>
    since && level !== 'info' ? [{ at: since, what: explainChannelCode(language, code).title, tone: 'bad' }] : [],
  )
  const known: [string | null | undefined, string, ActivityEntry['tone']][] = [
    [channel.last_in_at, texts.happenedIn, 'good'],
    [channel.last_out_at, texts.happenedOut, 'good'],
    [health?.queue.oldest_at, texts.happenedQueued, 'plain'],
    [health?.token.since, texts.happenedAccess, 'plain'],
    [health?.checked_at, texts.happenedCheck, 'plain'],
    [channel.created_at, texts.happenedAdded, 'plain'],
  ]
  const entries = known.flatMap(([at, what, tone]): ActivityEntry[] => (at ? [{ at, what, tone }] : []))
  return [...found, ...entries].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
