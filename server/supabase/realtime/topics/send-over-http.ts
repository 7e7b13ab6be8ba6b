import { z } from 'zod'
import type { Claims } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { mayListenToTopic } from './anonymous-listeners.ts'
import { placeOf } from '../sockets/live-socket.ts'
import { maySend } from './topic-rights.ts'

/** Of a topic or an event. */
export const broadcastName = z.string().regex(/^[^\u0000-\u001f]{1,255}$/)
const message = z.object({
  topic: broadcastName,
  event: broadcastName,
  payload: z.unknown().optional(),
  private: z.boolean().nullish(),
})

export const messageList = z.object({ messages: z.array(message).min(1).max(100) })

export type Message = z.output<typeof message>

/** Messages without the right are silently dropped, as on a socket. */
export async function sendOverHttp(platform: Platform, claims: Claims, messages: Message[]): Promise<void> {
  const rights = new Map<string, boolean>()
  for (const { topic, event, payload, private: isPrivate } of messages) {
    const asked = `${topic}\n${event}`
    if (isPrivate && !rights.has(asked)) rights.set(asked, await maySend(platform, claims, topic, 'broadcast', event))
    const isOpen = isPrivate ? rights.get(asked) : claims.role !== 'anon' || mayListenToTopic(platform.config, topic)
    if (isOpen) platform.broadcast.publish({ topic: placeOf(topic, isPrivate ?? false), event, payload })
  }
}
