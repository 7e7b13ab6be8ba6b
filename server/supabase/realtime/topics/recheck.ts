import type { Platform } from '#platform/platform.ts'
import { bearerClaims } from '../../bearer-claims.ts'
import type { Hub } from './hub.ts'
import type { Channel } from '../sockets/live-socket.ts'
import { readableTopics } from './topic-rights.ts'

/** Ends joins that a sign-out or lost membership no longer allows; one query per token. */
export async function recheck(platform: Platform, hub: Hub, channels: Channel[]): Promise<void> {
  for (const group of Map.groupBy(channels, channel => channel.token ?? channel.claims.role).values()) {
    const [first] = group
    if (!first) continue
    const lost = await findLost(platform, first.token, group)
    // It may have left or renewed its token by now.
    for (const [channel, trouble] of lost)
      if (channel.socket.channels.get(channel.topic) === channel && channel.token === first.token)
        hub.close(channel, trouble)
  }
}

async function findLost(platform: Platform, token: string | undefined, group: Channel[]): Promise<[Channel, string][]> {
  const bearer = token === undefined ? undefined : await bearerClaims(platform, token)
  if (bearer && 'refused' in bearer)
    return group.map(channel => [channel, bearer.refused === 'expired' ? 'Token has expired' : 'The session has ended'])
  const closed = group.filter(channel => channel.isPrivate)
  const [first] = closed
  if (!first) return []
  const names = [...new Set(closed.map(channel => channel.name))]
  const received = await readableTopics(platform, first.claims, names)
  return closed
    .filter(channel => !received.get(channel.name)?.has('broadcast'))
    .map(channel => [
      channel,
      `Unauthorized: You do not have permissions to read from this Channel topic: ${channel.name}`,
    ])
}
