import { createHash } from 'node:crypto'
import type { ZaloApp, ZaloAttachment, ZaloMessage, ZaloWorld } from './zalo-objects.ts'

export type ZaloEvent = Record<string, unknown> & { event_name: string }

function enveloped(
  world: ZaloWorld,
  name: string,
  sender: Record<string, string>,
  recipient: Record<string, string>,
  rest: Record<string, unknown>,
): ZaloEvent {
  return {
    app_id: world.app.app_id,
    sender,
    recipient,
    event_name: name,
    timestamp: String(world.now()),
    ...rest,
  }
}

export function userMessageEvent(world: ZaloWorld, message: ZaloMessage, quoted?: string): ZaloEvent {
  const user = world.users.get(message.user_id)
  return enveloped(
    world,
    `user_send_${message.type}`,
    { id: message.user_id },
    { id: message.oa_id },
    {
      ...(user ? { user_id_by_app: user.user_id_by_app } : {}),
      message: {
        ...(message.text ? { text: message.text } : {}),
        msg_id: message.id,
        ...attached(message.attachments),
        ...(quoted ? { quote_msg_id: quoted } : {}),
      },
    },
  )
}

/** Only messages by staff have `admin_id`. */
export function echoEvent(world: ZaloWorld, message: ZaloMessage, adminId?: string): ZaloEvent {
  const sender = adminId ? { id: message.oa_id, admin_id: adminId } : { id: message.oa_id }
  return enveloped(
    world,
    `oa_send_${message.type}`,
    sender,
    { id: message.user_id },
    {
      message: {
        ...(message.text ? { text: message.text } : {}),
        msg_id: message.id,
        ...attached(message.attachments),
      },
    },
  )
}

export function receivedEvent(world: ZaloWorld, message: ZaloMessage): ZaloEvent {
  const sender = { id: message.oa_id }
  return enveloped(world, 'user_received_message', sender, { id: message.user_id }, { message: { msg_id: message.id } })
}

export function templateReceiptEvent(
  world: ZaloWorld,
  oaId: string,
  to: string,
  { id, tracking_id: tracking = 'order-1' }: { id: string; tracking_id?: string },
): ZaloEvent {
  const message = { delivery_time: String(world.now()), msg_id: id, tracking_id: tracking }
  return enveloped(world, 'user_received_message', { id: oaId }, { id: to }, { message })
}

export function accountEvent(
  world: ZaloWorld,
  name: 'change_template_status' | 'change_template_quality' | 'change_oa_daily_quota' | 'change_template_quota',
  oaId: string,
  rest: Record<string, unknown>,
): ZaloEvent {
  return { event_name: name, oa_id: oaId, app_id: world.app.app_id, timestamp: String(world.now()), ...rest }
}

/** @param senderIsOa sources disagree on which side is the sender */
export function seenEvent(
  world: ZaloWorld,
  oaId: string,
  userId: string,
  ids: string[],
  senderIsOa: boolean,
): ZaloEvent {
  const [sender, recipient] = senderIsOa ? [oaId, userId] : [userId, oaId]
  return enveloped(world, 'user_seen_message', { id: sender }, { id: recipient }, { message: { msg_ids: ids } })
}

export function followEvent(world: ZaloWorld, name: 'follow' | 'unfollow', oaId: string, userId: string): ZaloEvent {
  const user = world.users.get(userId)
  return {
    oa_id: oaId,
    follower: { id: userId },
    ...(user ? { user_id_by_app: user.user_id_by_app } : {}),
    event_name: name,
    source: 'oa_profile',
    app_id: world.app.app_id,
    timestamp: String(world.now()),
  }
}

export function submitInfoEvent(
  world: ZaloWorld,
  oaId: string,
  userId: string,
  info: Record<string, string>,
  newer: boolean,
): ZaloEvent {
  const { address, city, district, ward, ...rest } = info
  const full = { user_address: address, user_city: city, user_district: district, user_ward: ward }
  return enveloped(
    world,
    'user_submit_info',
    { id: userId },
    { id: oaId },
    {
      info: newer ? { ...rest, full_address: full } : info,
    },
  )
}

export function anonymousEvent(
  world: ZaloWorld,
  oaId: string,
  visitor: { anonymous_id: string; conversation_id: string },
  text: string,
  messageId: string,
): ZaloEvent {
  return enveloped(
    world,
    'anonymous_send_text',
    { id: visitor.anonymous_id },
    { id: oaId },
    {
      message: { text, msg_id: messageId, conversation_id: visitor.conversation_id },
    },
  )
}

/** `user_click_chatnow`, `user_call_oa` and the like open the window without a message. */
export function userActEvent(world: ZaloWorld, name: string, oaId: string, userId: string): ZaloEvent {
  return enveloped(world, name, { id: userId }, { id: oaId }, {})
}

function attached(attachments: ZaloAttachment[]): object {
  return attachments.length > 0 ? { attachments } : {}
}

/** A plain SHA-256 of the concatenated parts, not an HMAC. */
export function macOf(app: ZaloApp, body: string, timestamp: string, oaId = ''): string {
  const key = app.signs_with === 'app_secret' ? app.app_secret : app.oa_secret_key
  const first = app.signs_oa_id ? oaId : app.app_id
  return `mac=${createHash('sha256').update(`${first}${body}${timestamp}${key}`).digest('hex')}`
}
