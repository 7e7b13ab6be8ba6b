import type { Platform } from '#platform/platform.ts'
import type { AttachmentType } from '#shared/contracts/channels/channels.contract.ts'
import type { Channel } from '../../channel.ts'
import type { Attachment, ChannelEvent } from '../../channel-events.ts'
import { callZalo } from '../call-zalo.ts'
import { fieldsOf, idOf, textOf } from '../../hooks/exact-json.ts'
import { compact, webAddress } from './read-attachments.ts'
import { timeOf } from './read-event.ts'

/** Zalo's limit per page. */
const atOnce = 10
const maxPages = 100

type Item = { fromUser: boolean; userId: string; time: Date; id: string; fields: Record<string, unknown> }

/**
 * Oldest first.
 * @throws Error if Zalo is unavailable
 */
export async function* readHistory(platform: Platform, channel: Channel, since: Date): AsyncGenerator<ChannelEvent> {
  const recent = await listSince(platform, channel, '/v2.0/oa/listrecentchat', {}, since)
  const users = [...new Set(recent.map(item => item.userId))]
  const found = new Map(recent.map(item => [item.id, item]))
  for (const userId of users) {
    const listed = await listSince(platform, channel, '/v2.0/oa/conversation', { user_id: userId }, since)
    for (const item of listed) found.set(item.id, item)
  }
  // Lists are newest first, so on a tie the later entry is the older one.
  const inOrder = [...found.values()].reverse().sort((a, b) => a.time.getTime() - b.time.getTime())
  for (const item of inOrder) yield eventOf(item)
}

export async function lastCustomerMessageAt(platform: Platform, channel: Channel): Promise<Date | undefined> {
  const answer = await callZalo(platform, channel, {
    path: '/v2.0/oa/listrecentchat',
    data: { offset: 0, count: atOnce },
  })
  const items = answer.is === 'done' && Array.isArray(answer.data) ? answer.data.flatMap(readItem) : []
  const times = items.filter(item => item.fromUser).map(item => item.time.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}

async function listSince(
  platform: Platform,
  channel: Channel,
  path: string,
  about: Record<string, string>,
  since: Date,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 0; page < maxPages; page++) {
    // Zalo's ids are text, its offsets numbers.
    const data = { ...about, offset: page * atOnce, count: atOnce }
    const answer = await callZalo(platform, channel, { path, data })
    if (answer.is !== 'done')
      throw new Error(`Zalo's record could not be read: ${'detail' in answer ? answer.detail : answer.error}`)
    const listed = Array.isArray(answer.data) ? answer.data : []
    const read = listed.flatMap(readItem)
    items.push(...read.filter(item => item.time >= since))
    if (listed.length < atOnce || read.some(item => item.time < since)) break
  }
  return items
}

function readItem(value: unknown): Item[] {
  const fields = fieldsOf(value)
  const id = idOf(fields?.['message_id']) ?? idOf(fields?.['msg_id'])
  const time = timeOf(fields?.['time'])
  const src = textOf(fields?.['src'])
  if (!fields || id === undefined || !time || (src !== '0' && src !== '1')) return []
  const userId = idOf(fields[src === '1' ? 'from_id' : 'to_id'])
  return userId === undefined ? [] : [{ fromUser: src === '1', userId, time, id, fields }]
}

function eventOf({ fromUser, userId, time, id, fields }: Item): ChannelEvent {
  const content = {
    userId,
    time,
    externalId: id,
    text: textOf(fields['message']) ?? '',
    attachments: readFiles(fields),
  }
  if (!fromUser) return { kind: 'message.echo.own', ...content }
  const userName = textOf(fields['from_display_name'])?.trim() || undefined
  return { kind: 'message.in', ...content, userName }
}

const types: Record<string, AttachmentType> = {
  photo: 'image',
  image: 'image',
  gif: 'gif',
  voice: 'audio',
  audio: 'audio',
  video: 'video',
  sticker: 'sticker',
  link: 'link',
  links: 'link',
  file: 'file',
  location: 'location',
}

function readFiles(fields: Record<string, unknown>): Attachment[] {
  const kind = (textOf(fields['type']) ?? 'text').toLowerCase()
  const type = types[kind]
  const url = webAddress(fields['url']) ?? webAddress(fields['thumb'])
  if (type === undefined || kind === 'text') return []
  return [compact({ type, url, text: textOf(fields['description']) })]
}
