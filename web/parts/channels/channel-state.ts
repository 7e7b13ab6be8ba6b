import type { ChannelHealth, Finding } from '#shared/contracts/channels/channels.contract.ts'
import type { Channel } from '#web/data/wire-rows.ts'

/** watch: works, with a warning; lost: must sign in again. */
export type ChannelState = 'well' | 'watch' | 'broken' | 'paused' | 'lost' | 'connecting'

/** Of Messenger or Zalo. */
export type Account = Channel & { kind: Exclude<Channel['kind'], 'website'> }

/** Websites have no platform to ask. */
export function isAccount(channel: Channel): channel is Account {
  return channel.kind !== 'website'
}

/** Undefined before the first check. */
export function healthOf(channel: Channel): ChannelHealth | undefined {
  const { health } = channel
  return health.checked_at === undefined ? undefined : health
}

const rank = { error: 0, warning: 1, info: 2 }

/** Worst first; whatever stopped the channel since the last check is on top. */
export function findingsOf(channel: Channel): Finding[] {
  const found = healthOf(channel)?.findings ?? []
  const { status, status_reason: reason } = channel
  const isNew = reason !== null && !found.some(({ code }) => code === reason)
  const stopping: Finding[] =
    isNew && status === 'needs_reconnect'
      ? [{ code: reason, level: 'error', repair: 'reconnect' }]
      : isNew && status === 'paused'
        ? [{ code: reason, level: 'error', repair: 'wait' }]
        : []
  return [...stopping, ...found.toSorted((a, b) => rank[a.level] - rank[b.level])]
}

export function stateOf(channel: Channel): ChannelState {
  if (channel.status === 'connecting') return 'connecting'
  if (channel.status === 'paused') return 'paused'
  if (channel.status !== 'connected') return 'lost'
  const levels = new Set(findingsOf(channel).map(({ level }) => level))
  return levels.has('error') ? 'broken' : levels.has('warning') ? 'watch' : 'well'
}
