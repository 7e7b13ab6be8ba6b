import type { Platform } from '#platform/platform.ts'
import { bearerClaims, type Refused } from '../../bearer-claims.ts'
import type { Hub } from './hub.ts'
import type { Channel } from '../sockets/live-socket.ts'
import { invalidKey, openingClaims } from './opening-claims.ts'
import { readableTopics } from './topic-rights.ts'

/** Ends joins that a sign-out or lost membership no longer allows; one query per token. */
export async function recheck(platform: Platform, hub: Hub, channels: Channel[]): Promise<void> {
  for (const group of Map.groupBy(
    channels,
    ({ token, socket: { ip, opening } }) => `${ip} ${token ?? JSON.stringify([opening.key, opening.bearer])}`,
  ).values()) {
    const [first] = group
    if (!first) continue
    const lost = await findLost(platform, first, group)
    // It may have left or renewed its token by now.
    for (const [channel, trouble] of lost)
      if (channel.socket.channels.get(channel.topic) === channel && channel.token === first.token) {
        hub.close(channel, trouble)
        if (trouble === invalidKey) channel.socket.end(1008, trouble)
      }
  }
}

async function findLost(platform: Platform, first: Channel, group: Channel[]): Promise<[Channel, string][]> {
  const { token, socket } = first
  // Without a token of its own, a join has the claims with which the connection was opened.
  const bearer = await (token === undefined
    ? openingClaims(platform, socket)
    : bearerClaims(platform, token, socket.ip))
  if ('refused' in bearer) return group.map(channel => [channel, troubleOf(bearer.refused)])
  const current = bearer.claims
  for (const channel of group) if (channel.token === first.token) channel.claims = current
  const closed = group.filter(channel => channel.isPrivate)
  if (closed.length === 0) return []
  const names = [...new Set(closed.map(channel => channel.name))]
  const received = await readableTopics(platform, current, names)
  return closed
    .filter(channel => !received.get(channel.name)?.has('broadcast'))
    .map(channel => [
      channel,
      `Unauthorized: You do not have permissions to read from this Channel topic: ${channel.name}`,
    ])
}

function troubleOf(refused: Refused | 'key'): string {
  if (refused === 'key') return invalidKey
  return refused === 'expired' ? 'Token has expired' : 'The session has ended'
}
