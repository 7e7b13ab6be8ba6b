import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../../channel.ts'
import type { Attachment, ChannelEvent } from '../../channel-events.ts'
import { listGraph } from '../graph.ts'
import { readPageToken } from '../connection/page-token.ts'
import { webAddress } from './read-attachments.ts'
import { asId, asList, asMessageId, asShape, asText, type Shape } from '../shapes.ts'

const messageFields = 'id,created_time,from,to,message,attachments'
/** Meta allows two calls a second. */
const paceMs = 500
const withTheList = 25
const maxPerOne = 500

/**
 * Oldest first per conversation. Times are in whole seconds, so it starts one earlier.
 * @throws GraphError
 */
export async function* backfill(platform: Platform, channel: Channel, since: Date): AsyncGenerator<ChannelEvent> {
  const token = await readPageToken(platform, channel)
  if (!token) return
  const from = since.getTime() - 1000
  const query = {
    platform: 'MESSENGER',
    fields: `id,updated_time,participants,messages.limit(${withTheList}){${messageFields}}`,
  }
  const call = { path: `${channel.accountId}/conversations`, query, token }
  for await (const conversation of listGraph(platform, call, paceMs)) {
    if (timeOf(conversation['updated_time']) < from) return
    const userId = customerOf(channel, conversation)
    if (!userId) continue
    const events = (await messagesSince(platform, conversation, from, token)).flatMap(message =>
      eventOf(channel, userId, message),
    )
    yield* events.toSorted((a, b) => (a.time?.getTime() ?? 0) - (b.time?.getTime() ?? 0))
  }
}

async function messagesSince(platform: Platform, conversation: Shape, from: number, token: string): Promise<Shape[]> {
  const listed = asList(asShape(conversation['messages'])?.['data']).flatMap(one => {
    const shape = asShape(one)
    return shape ? [shape] : []
  })
  const isNew = (message: Shape): boolean => timeOf(message['created_time']) >= from
  const id = asId(conversation['id'])
  if (!id || listed.length < withTheList || !listed.every(isNew)) return listed.filter(isNew).toReversed()
  const all: Shape[] = []
  await pause(paceMs)
  const call = { path: `${id}/messages`, query: { fields: messageFields }, token }
  for await (const message of listGraph(platform, call, paceMs)) {
    if (!isNew(message) || all.length >= maxPerOne) break
    all.push(message)
  }
  return all.toReversed()
}

function customerOf(channel: Channel, conversation: Shape): string | undefined {
  return asList(asShape(conversation['participants'])?.['data'])
    .flatMap(person => asId(asShape(person)?.['id']) ?? [])
    .find(id => id !== channel.accountId)
}

function eventOf(channel: Channel, userId: string, message: Shape): ChannelEvent[] {
  const externalId = asMessageId(message['id'])
  if (!externalId) return []
  const attachments = asList(asShape(message['attachments'])?.['data']).flatMap(one => attachmentOf(asShape(one)))
  const text = asText(message['message']) ?? ''
  if (text === '' && attachments.length === 0) attachments.push({ type: 'other' })
  const content = { userId, time: new Date(timeOf(message['created_time'])), externalId, text, attachments }
  const isOurs = asId(asShape(message['from'])?.['id']) === channel.accountId
  // The writing app is not reported: unless the id is ours, a person wrote it.
  return [{ ...content, kind: isOurs ? 'message.echo.own' : 'message.in' }]
}

function attachmentOf(shape: Shape | undefined): Attachment[] {
  if (!shape) return []
  const mime = asText(shape['mime_type']) ?? ''
  const image = webAddress(asShape(shape['image_data'])?.['url'])
  const video = webAddress(asShape(shape['video_data'])?.['url'])
  const file = webAddress(shape['file_url'])
  const type = image ? 'image' : video ? 'video' : mime.startsWith('audio/') ? 'audio' : 'file'
  return [{ type, url: image ?? video ?? file, name: asText(shape['name'])?.slice(0, 200) }]
}

/** Date needs a colon in the zone: '2026-10-28T08:00:00+0000'. */
function timeOf(value: unknown): number {
  return Date.parse((asText(value) ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) || 0
}
