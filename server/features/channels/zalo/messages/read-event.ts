import { createHash } from 'node:crypto'
import type { ChannelEvent } from '../../channel-events.ts'
import { fieldsOf, idOf, readFields, textOf, writtenOut } from '../../hooks/exact-json.ts'
import { platformTime } from '../../platform-time.ts'
import { readAttachments, typeNamed } from './read-attachments.ts'
import { accountEventName, trackedIn } from './split-hook.ts'

const kindsOfMessage = 'text|image|gif|link|audio|video|sticker|location|business_card|file'
const fromUser = new RegExp(`^(?:user_send|anonymous_send)_(?:${kindsOfMessage})$`)
const fromAccount = /^oa_send_(?:anonymous_)?(?:text|image|gif|link|audio|video|list|file|sticker|template|location)$/
/** These open the window without a message. */
const touches = new Set(['user_click_chatnow', 'user_call_oa', 'user_feedback', 'user_click_button', 'oa.query'])

type Common = Pick<ChannelEvent, 'userId' | 'time' | 'contactFields'>

export function readEvent(raw: string, accountId: string): ChannelEvent[] {
  const event = readFields(raw)
  const name = event?.['event_name']
  if (event && typeof name === 'string' && accountEventName.test(name))
    return [{ kind: 'account', userId: '', time: timeOf(event['timestamp']) }]
  const userId = event && customerIn(event, accountId)
  if (!event || typeof name !== 'string' || userId === undefined) return []
  const message = fieldsOf(event['message']) ?? {}
  const common: Common = { userId, time: timeOf(event['timestamp']), ...anonymousFields(event, name, message) }
  if (fieldsOf(event['message']) === undefined && (fromUser.test(name) || fromAccount.test(name))) return []
  if (fromUser.test(name)) return readMessage(name, message, common, 'message.in')
  if (fromAccount.test(name)) {
    const writer = idOf(fieldsOf(event['sender'])?.['admin_id'])
    return readMessage(name, message, common, 'message.echo.own').map(one => (writer ? { ...one, writer } : one))
  }
  if (touches.has(name)) return [{ kind: 'touch', ...common }]
  if (name === 'follow' || name === 'unfollow') return [{ kind: name, ...common }]
  if (name === 'user_seen_message') return readReceipt('receipt.read', message, common)
  if (name === 'user_received_message') return readReceipt('receipt.delivered', message, common)
  if (name === 'user_submit_info') return [readInfo(fieldsOf(event['info']) ?? {}, common)]
  if (name === 'user_reacted_message') return readReaction(message, common)
  return []
}

function customerIn(event: Record<string, unknown>, accountId: string): string | undefined {
  const parties = [event['follower'], event['sender'], event['recipient']].map(one => idOf(fieldsOf(one)?.['id']))
  return parties.find(id => id !== undefined && id !== accountId)
}

function readMessage<K extends 'message.in' | 'message.echo.own'>(
  name: string,
  message: Record<string, unknown>,
  common: Common,
  kind: K,
) {
  const externalId = idOf(message['msg_id']) ?? madeUpId(message, common)
  const attachments = readAttachments(message['attachments'], name)
  const replyTo = idOf(message['quote_msg_id'])
  const text = textOf(message['text']) ?? ''
  if (text === '' && attachments.length === 0) attachments.push({ type: typeNamed(name) })
  return [{ kind, ...common, externalId, text, attachments, ...(replyTo === undefined ? {} : { replyTo }) }]
}

/** Without an id, content and time identify a message. */
function madeUpId(message: Record<string, unknown>, { userId, time }: Common): string {
  const content = writtenOut([userId, time?.getTime() ?? 0, message])
  return `sha256 ${createHash('sha256').update(content).digest('hex')}`
}

function readReceipt(
  kind: 'receipt.read' | 'receipt.delivered',
  message: Record<string, unknown>,
  common: Common,
): ChannelEvent[] {
  const listed = Array.isArray(message['msg_ids']) ? message['msg_ids'] : [message['msg_id']]
  const externalIds = listed.flatMap(id => idOf(id) ?? [])
  const [externalId] = externalIds
  const tracked = trackedIn(message)
  // To a number: names the message if the response to its send was lost.
  if (tracked !== undefined && externalId !== undefined)
    return [
      { kind: 'message.echo.own', ...common, externalId, text: '', attachments: [], metadata: `out:${tracked}` },
      { kind, ...common, externalIds },
    ]
  return externalIds.length > 0 ? [{ kind, ...common, externalIds }] : []
}

function readInfo(info: Record<string, unknown>, common: Common): ChannelEvent {
  const full = fieldsOf(info['full_address']) ?? {}
  const parts = ['address', 'ward', 'district', 'city'].flatMap(part => {
    const detail = textOf(full[`user_${part}`]) ?? textOf(full[part]) ?? textOf(info[part])
    return detail?.trim() || []
  })
  const whole = typeof info['full_address'] === 'string' ? info['full_address'] : undefined
  return {
    kind: 'user_info',
    ...common,
    name: textOf(info['name']),
    phone: textOf(info['phone']),
    email: textOf(info['email']),
    address: whole ?? (parts.length > 0 ? [...new Set(parts)].join(', ') : undefined),
  }
}

const emojiOf: Record<string, string> = {
  '/-strong': '👍',
  '/-heart': '❤️',
  ':>': '😄',
  ':o': '😮',
  ':-((': '😭',
  ':-h': '😡',
}

function readReaction(message: Record<string, unknown>, common: Common): ChannelEvent[] {
  const externalId = idOf(message['react_message_id']) ?? idOf(message['msg_id'])
  const icon = textOf(message['react_icon'])
  if (externalId === undefined || icon === undefined) return []
  const emoji =
    icon === '' || icon === '/-remove' ? null : ((Object.hasOwn(emojiOf, icon) ? emojiOf[icon] : undefined) ?? '👍')
  return [{ kind: 'reaction', ...common, externalId, emoji }]
}

function anonymousFields(
  event: Record<string, unknown>,
  name: string,
  message: Record<string, unknown>,
): Common | object {
  if (!name.includes('anonymous')) return {}
  const conversation = idOf(event['conversation_id']) ?? idOf(message['conversation_id'])
  return conversation === undefined ? {} : { contactFields: { zalo_anonymous: true, zalo_conversation: conversation } }
}

/** Milliseconds, mostly as text. */
export function timeOf(value: unknown): Date | null {
  const text = textOf(value) ?? ''
  return /^\d{1,20}$/.test(text) ? platformTime(Number(text)) : null
}
