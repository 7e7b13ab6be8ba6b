import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { mayListenToTopic } from '../topics/anonymous-listeners.ts'
import type { Frame } from './frames.ts'
import type { Hub } from '../topics/hub.ts'
import { isOpaqueKey, readClaims } from '../topics/join-channel.ts'
import type { Channel } from './live-socket.ts'
import { readableTopics } from '../topics/topic-rights.ts'

export const tokenPayload = z.object({ access_token: z.string().min(1) })

/** A bad token, or one without the right, ends the join. */
export async function renewToken(platform: Platform, hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  const payload = tokenPayload.safeParse(frame.payload)
  const token = payload.data?.access_token
  if (token === undefined || token === channel.token || isOpaqueKey(token)) return
  const claims = await readClaims(platform, channel.socket, token)
  if (typeof claims === 'string') return hub.close(channel, claims)
  if (
    channel.isPrivate &&
    !(await readableTopics(platform, claims, [channel.name])).get(channel.name)?.has('broadcast')
  )
    return hub.close(
      channel,
      `Unauthorized: You do not have permissions to read from this Channel topic: ${channel.name}`,
    )
  if (claims.role === 'anon' && !channel.isPrivate && !mayListenToTopic(platform.config, channel.name))
    return hub.close(
      channel,
      `Unauthorized: You do not have permissions to read from this Channel topic: ${channel.name}`,
    )
  channel.token = token
  channel.claims = claims
  channel.rights.clear()
}
