import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import type { Frame } from './frames.ts'
import type { Hub } from '../topics/hub.ts'
import { type Channel, reply } from './live-socket.ts'
import { type Extension, maySend } from '../topics/topic-rights.ts'

export const broadcastPayload = z.object({ event: z.string().regex(/^[^\0]{1,255}$/), payload: z.unknown().optional() })
export const presencePayload = z.object({ event: z.enum(['track', 'untrack']), payload: z.unknown().optional() })
const trackPayload = z.record(z.string(), z.unknown())

const maxTracks = 5
const presenceWindowMs = 30_000
const maxPresenceLength = 8192
const maxRights = 20
const entryBytes = 300

/** Silently dropped without the right. */
export async function handleBroadcast(platform: Platform, channel: Channel, frame: Frame): Promise<void> {
  const read = broadcastPayload.safeParse(frame.payload)
  if (!read.success) return reply(channel.socket, frame, 'error', { reason: 'Broadcast needs an event' })
  const { event, payload } = read.data
  if (!(await may(platform, channel, 'broadcast', event))) return
  platform.broadcast.publish({
    topic: channel.place,
    event,
    payload: signed(channel, event, payload),
    from: channel.id,
  })
  if (channel.wantsAck) reply(channel.socket, frame, 'ok', {})
}

/** Set by the server, so that nobody types in another's name. */
function signed(channel: Channel, event: string, payload: unknown): unknown {
  if (!channel.isPrivate || event !== 'typing' || !channel.name.startsWith('conversation:')) return payload
  return { ...trackPayload.safeParse(payload).data, author: 'member', person_id: channel.claims.sub ?? null }
}

export async function handlePresence(platform: Platform, hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  const refuse = (reason: string) => reply(channel.socket, frame, 'error', { reason })
  const read = presencePayload.safeParse(frame.payload)
  if (!read.success) return refuse('Presence is track or untrack')
  const { presence } = channel
  if (read.data.event === 'untrack') {
    hub.presence.untrack(channel.place, channel.id)
    reserveBytes(hub, channel, 0)
  } else {
    const now = platform.clock.now().getTime()
    presence.tracks = presence.tracks.filter(at => now - at < presenceWindowMs)
    if (presence.tracks.push(now) > maxTracks) {
      refuse('Too many presence messages')
      return hub.close(
        channel,
        `Too many presence messages: at most ${maxTracks} in ${presenceWindowMs / 1000} seconds`,
      )
    }
    const payload = trackPayload.safeParse(read.data.payload ?? {})
    if (!payload.success) return refuse('Presence track payload must be a map')
    const { length } = JSON.stringify(payload.data)
    if (length > maxPresenceLength) return refuse('Presence track payload is too large')
    if (!(await may(platform, channel, 'presence', null)))
      return refuse('Unauthorized: You do not have permissions to write presence on this topic')
    // The channel may have closed during the check.
    if (channel.socket.channels.get(channel.topic) !== channel) return
    if (!reserveBytes(hub, channel, length + presence.key.length + channel.place.length + entryBytes)) {
      hub.presence.untrack(channel.place, channel.id)
      return refuse('Too much presence is kept')
    }
    hub.presence.track({ id: channel.id, place: channel.place, key: presence.key }, payload.data)
  }
  reply(channel.socket, frame, 'ok', {})
}

function reserveBytes({ budgets }: Hub, { payer, presence }: Channel, bytes: number): boolean {
  budgets.release(payer, 'bytes', presence.bytes)
  const fits = budgets.hold(payer, 'bytes', bytes)
  presence.bytes = fits ? bytes : 0
  return fits
}

async function may(platform: Platform, channel: Channel, extension: Extension, event: string | null): Promise<boolean> {
  if (!channel.isPrivate) return true
  const name = `${extension} ${event ?? ''}`
  const known = channel.rights.get(name)
  if (known !== undefined) return known
  if (channel.rights.size >= maxRights) return false
  const claims = channel.claims
  const right = await maySend(platform, claims, channel.name, extension, event)
  if (channel.claims === claims) channel.rights.set(name, right)
  return right
}
