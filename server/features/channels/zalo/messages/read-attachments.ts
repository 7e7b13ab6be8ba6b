import type { AttachmentType } from '#shared/contracts/channels/channels.contract.ts'
import type { Attachment } from '../../channel-events.ts'
import { fieldsOf, textOf } from '../../hooks/exact-json.ts'

const types: Record<string, AttachmentType> = {
  image: 'image',
  gif: 'gif',
  link: 'link',
  audio: 'audio',
  video: 'video',
  sticker: 'sticker',
  location: 'location',
  file: 'file',
  template: 'template',
}
const maxFiles = 20

/** @param eventName distinguishes a business card, whose type is link */
export function readAttachments(list: unknown, eventName: string): Attachment[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, maxFiles).flatMap(one => {
    const attachment = fieldsOf(one)
    if (!attachment) return []
    const type = typeOf(textOf(attachment['type']) ?? '')
    const isCard = eventName.endsWith('_business_card')
    return [readOne(isCard ? 'contact' : type, fieldsOf(attachment['payload']) ?? {})]
  })
}

export function typeNamed(eventName: string): AttachmentType {
  return eventName.endsWith('_business_card') ? 'contact' : typeOf(eventName.split('_').at(-1) ?? '')
}

function typeOf(name: string): AttachmentType {
  return (Object.hasOwn(types, name) ? types[name] : undefined) ?? 'other'
}

function readOne(type: AttachmentType, payload: Record<string, unknown>): Attachment {
  const { latitude, longitude } = fieldsOf(payload['coordinates']) ?? payload
  const [lat, lon] = [numberOf(latitude), numberOf(longitude)]
  return compact({
    type,
    url: webAddress(payload['url']) ?? webAddress(payload['thumbnail']),
    name: textOf(payload['name']),
    size: numberOf(payload['size']),
    title: textOf(payload['title']),
    text: textOf(payload['description']),
    latitude: lat,
    longitude: lon,
    stickerId: type === 'sticker' ? textOf(payload['id']) : undefined,
  })
}

export function webAddress(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && text.length <= 4000 && /^https?:\/\//i.test(text) && URL.canParse(text)
    ? text
    : undefined
}

function numberOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim()
  const number = text ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
