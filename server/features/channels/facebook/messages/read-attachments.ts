import type { AttachmentType } from '#shared/contracts/channels/channels.contract.ts'
import type { Attachment } from '../../channel-events.ts'
import { asId, asList, asNumber, asShape, asText, type Shape } from '../shapes.ts'

const types: Record<string, AttachmentType> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'file',
  sticker: 'sticker',
  location: 'location',
  template: 'template',
  fallback: 'link',
  post: 'link',
  ig_post: 'link',
  reel: 'link',
  ig_reel: 'link',
}

/** Stickers also arrive as a picture (until August 2026): counted once. */
export function readAttachments(value: unknown): Attachment[] {
  const read = asList(value).flatMap(one => readAttachment(asShape(one)))
  const shown = (id: string) => {
    const same = read.filter(one => one.stickerId === id)
    return same.find(one => one.url) ?? same[0]
  }
  return read.filter(one => !one.stickerId || shown(one.stickerId) === one)
}

function readAttachment(shape: Shape | undefined): Attachment[] {
  if (!shape) return []
  const payload = asShape(shape['payload']) ?? {}
  const stickerId = asId(payload['sticker_id'])
  const given = asText(shape['type']) ?? ''
  const type = stickerId ? 'sticker' : Object.hasOwn(types, given) ? types[given] : undefined
  const place = asShape(payload['coordinates'])
  const element = asShape(asList(payload['elements'] ?? asShape(payload['product'])?.['elements'])[0])
  return [
    {
      type: type ?? 'other',
      url: webAddress(payload['url']) ?? webAddress(shape['url']),
      title: textOf(shape['title']) ?? textOf(payload['title']) ?? textOf(element?.['title']),
      text: textOf(payload['text']) ?? textOf(element?.['subtitle']),
      latitude: asNumber(place?.['lat']),
      longitude: asNumber(place?.['long']),
      stickerId,
    },
  ]
}

export function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return asText(value)?.slice(0, 2000) || undefined
}
