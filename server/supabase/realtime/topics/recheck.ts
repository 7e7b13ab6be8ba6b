import { locateClaims } from '#platform/http/locate-claims.ts'
import type { Platform } from '#platform/platform.ts'
import type { Claims } from '#platform/sql/database.ts'
import { sessionStanding } from '../../auth/sessions/live-session.ts'
import { bearerClaims, type Refused } from '../../bearer-claims.ts'
import type { Hub } from './hub.ts'
import type { Channel } from '../sockets/live-socket.ts'
import { readableTopics } from './topic-rights.ts'

/** Ends joins that a sign-out or lost membership no longer allows; one query per token. */
export async function recheck(platform: Platform, hub: Hub, channels: Channel[]): Promise<void> {
  for (const group of Map.groupBy(
    channels,
    ({ token, claims, socket }) => `${socket.ip} ${token ?? JSON.stringify([claims.role, claims['session_id']])}`,
  ).values()) {
    const [first] = group
    if (!first) continue
    const lost = await findLost(platform, first, group)
    // It may have left or renewed its token by now.
    for (const [channel, trouble] of lost)
      if (channel.socket.channels.get(channel.topic) === channel && channel.token === first.token)
        hub.close(channel, trouble)
  }
}

async function findLost(platform: Platform, first: Channel, group: Channel[]): Promise<[Channel, string][]> {
  const bearer = await currentClaims(platform, first)
  if ('refused' in bearer)
    return group.map(channel => [channel, bearer.refused === 'expired' ? 'Token has expired' : 'The session has ended'])
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

/** Without a token of its own, a join has the claims with which the connection was opened. */
async function currentClaims(
  platform: Platform,
  { token, claims, socket }: Channel,
): Promise<{ claims: Claims } | { refused: Refused }> {
  if (token !== undefined) return bearerClaims(platform, token, socket.ip)
  if (claims.sub === undefined) return { claims }
  const now = platform.clock.now()
  if (Number(claims['exp']) * 1000 <= now.getTime()) return { refused: 'expired' }
  const standing = await sessionStanding(platform, claims)
  return standing === 'live' ? { claims: locateClaims(claims, socket.ip, now) } : { refused: standing }
}
