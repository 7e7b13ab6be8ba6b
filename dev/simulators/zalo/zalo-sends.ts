import { ZaloRefusal } from './zalo-refusal.ts'
import { uploadOf } from './zalo-uploads.ts'
import type { ZaloAccount, ZaloAttachment, ZaloMessage, ZaloWorld } from './zalo-objects.ts'
import { nextMessageId, sinceInteraction, zaloTimes } from './zalo-world.ts'

export type ZaloSender = { sent(message: ZaloMessage): Promise<void> }

type Fields = Record<string, unknown>
type Content = { type: string; text: string; attachments: ZaloAttachment[] }

const maxLength = 2000

/** POST /v3.0/oa/message/cs: free within 48 hours, billed up to seven days, refused after. */
export async function sendConsultation(
  world: ZaloWorld,
  account: ZaloAccount,
  input: Fields,
  sender: ZaloSender,
): Promise<object> {
  const userId = fieldsOf(input['recipient'])['user_id']
  const user = typeof userId === 'string' ? world.users.get(userId) : undefined
  if (!user) throw new ZaloRefusal(-201, 'user_id is invalid')
  const content = readContent(world, account, fieldsOf(input['message']))
  if (user.refuses !== undefined) throw new ZaloRefusal(user.refuses, 'User cannot receive the message')
  const since = sinceInteraction(world, account.id, user.id)
  if (since === undefined || since > zaloTimes.window)
    throw new ZaloRefusal(-230, 'User has not interacted with the OA in the past 7 days')
  if (account.quota !== undefined) {
    if (account.quota <= 0) throw new ZaloRefusal(-211, 'Out of quota')
    account.quota -= 1
  }
  const quota = takenFrom(world, account, user.id, since)
  const billed = quota === undefined
  if (billed) world.billed += 1
  const message = storeMessage(world, { ...content, oa_id: account.id, user_id: user.id, by: 'api', billed })
  await sender.sent(message)
  const quotaField = quota ? { quota: { quota_type: quota } } : {}
  return { message_id: message.id, user_id: user.id, sent_time: String(message.at), ...quotaField }
}

function takenFrom(
  world: ZaloWorld,
  account: ZaloAccount,
  userId: string,
  since: number,
): 'reply' | 'sub_quota' | undefined {
  const act = world.now() - since
  const isSince = (one: ZaloMessage) =>
    one.oa_id === account.id && one.user_id === userId && one.by === 'api' && !one.template && one.at >= act
  const maxFree = world.app.free_replies
  if (since <= zaloTimes.free && (maxFree === 0 || world.messages.filter(isSince).length < maxFree)) return 'reply'
  if (!account.sub_quota) return undefined
  account.sub_quota -= 1
  return 'sub_quota'
}

/** POST /v2.0/oa/message: only for reactions and visitors without a Zalo identity. */
export async function sendAnonymous(
  world: ZaloWorld,
  account: ZaloAccount,
  input: Fields,
  sender: ZaloSender,
): Promise<object> {
  const recipient = fieldsOf(input['recipient'])
  const { react_icon: icon, react_message_id: reacted } = fieldsOf(input['sender_action'])
  if (icon !== undefined) {
    if (!world.messages.some(one => one.id === reacted)) throw new ZaloRefusal(-201, 'react_message_id is invalid')
    return { message_id: reacted }
  }
  const { anonymous_id: visitor, conversation_id: conversation } = recipient
  if (typeof visitor !== 'string') throw new ZaloRefusal(-240, 'MessageV2 API is no longer supported')
  if (typeof conversation !== 'string') throw new ZaloRefusal(-201, 'conversation_id is invalid')
  const content = readContent(world, account, fieldsOf(input['message']))
  if (sinceInteraction(world, account.id, visitor) === undefined)
    throw new ZaloRefusal(-230, 'The visitor has not written')
  const message = storeMessage(world, {
    ...content,
    type: `anonymous_${content.type}`,
    oa_id: account.id,
    user_id: visitor,
    by: 'api',
    billed: false,
  })
  await sender.sent(message)
  return { message_id: message.id, anonymous_id: visitor, conversation_id: conversation }
}

export function storeMessage(
  world: ZaloWorld,
  message: Content &
    Pick<ZaloMessage, 'oa_id' | 'user_id' | 'by' | 'billed' | 'template' | 'data' | 'tracking_id' | 'trial'>,
): ZaloMessage {
  const stored: ZaloMessage = {
    ...message,
    id: nextMessageId(world),
    src: message.by === 'user' ? 1 : 0,
    at: world.now(),
    seen: false,
  }
  world.messages.push(stored)
  return stored
}

function readContent(world: ZaloWorld, account: ZaloAccount, message: Fields): Content {
  const { text, attachment } = message
  if (text !== undefined && typeof text !== 'string') throw new ZaloRefusal(-201, 'text is invalid')
  if (typeof text === 'string' && text.length > maxLength)
    throw new ZaloRefusal(-210, 'Text is longer than 2000 characters')
  refuseUnknownQuote(world, message)
  if (attachment === undefined) {
    if (!text) throw new ZaloRefusal(-201, 'message is empty')
    return { type: 'text', text, attachments: [] }
  }
  const { type, payload } = fieldsOf(attachment)
  const content =
    type === 'file'
      ? fileContent(world, account, fieldsOf(payload))
      : templateContent(world, account, type, fieldsOf(payload))
  return { ...content, text: text ?? '' }
}

/** Sources disagree on the field's name; both are accepted. */
function refuseUnknownQuote(world: ZaloWorld, message: Fields): void {
  const quoted = message['react_message_id'] ?? message['quote_message_id']
  if (quoted !== undefined && !world.messages.some(one => one.id === quoted))
    throw new ZaloRefusal(-201, 'quoted message is invalid')
}

function fileContent(world: ZaloWorld, account: ZaloAccount, payload: Fields): Omit<Content, 'text'> {
  const upload = uploadOf(world, account, payload['token'])
  const described = { name: upload.name, size: String(upload.bytes.length), url: `https://zalo.example/${upload.id}` }
  return { type: 'file', attachments: [{ type: 'file', payload: described }] }
}

function templateContent(
  world: ZaloWorld,
  account: ZaloAccount,
  type: unknown,
  payload: Fields,
): Omit<Content, 'text'> {
  const [element] = Array.isArray(payload['elements']) ? payload['elements'].map(fieldsOf) : []
  if (type !== 'template' || !element) throw new ZaloRefusal(-233, 'Message type is not supported')
  if (payload['template_type'] === 'request_user_info') {
    const isWhole = ['title', 'subtitle', 'image_url'].every(name => typeof element[name] === 'string' && element[name])
    if (!isWhole) throw new ZaloRefusal(-201, 'element is invalid')
    return { type: 'template', attachments: [{ type: 'template', payload: element }] }
  }
  const media = element['media_type']
  if (payload['template_type'] !== 'media' || (media !== 'image' && media !== 'gif' && media !== 'sticker'))
    throw new ZaloRefusal(-233, 'Message type is not supported')
  if (media === 'gif' && !(Number(element['width']) > 0 && Number(element['height']) > 0))
    throw new ZaloRefusal(-201, 'width and height are needed')
  const id = element['attachment_id']
  if (id !== undefined && media !== 'sticker') uploadOf(world, account, id)
  const url = typeof element['url'] === 'string' ? element['url'] : `https://zalo.example/${String(id)}`
  if (id === undefined && typeof element['url'] !== 'string') throw new ZaloRefusal(-201, 'url is invalid')
  return { type: media, attachments: [{ type: media, payload: { thumbnail: url, url } }] }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
