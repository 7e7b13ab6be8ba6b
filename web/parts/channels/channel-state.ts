import type { ChannelHealth, Finding } from '#shared/contracts/channels/channels.contract.ts'
import type { Channel } from '#web/data/wire-rows.ts'

/** well: nothing to say; watch: works, with a warning; broken: something does not work; lost: signing in again is needed. */
export type ChannelState = 'well' | 'watch' | 'broken' | 'paused' | 'lost' | 'connecting'

/** The kinds whose platform can be asked how a channel does. Websites are their own. */
export function isAccount(channel: Channel): boolean {
  return channel.kind !== 'website'
}

/** What the last check found; undefined before the first. */
export function healthOf(channel: Channel): ChannelHealth | undefined {
  const { health } = channel
  if (!health || typeof health !== 'object' || !('checked_at' in health)) return undefined
  return health as unknown as ChannelHealth
}

const rank = { error: 0, warning: 1, info: 2 }

/** What is wrong, the worst first. What stopped the channel since the last check stands at the top. */
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
