import type { Config } from '#server/config.ts'
import type { HookEvent } from '../../channel.ts'
import type { ChannelEvent, Referral } from '../../channel-events.ts'
import { trackedAs } from '../marketing/marketing.ts'
import { readAttachments } from './read-attachments.ts'
import {
  asId,
  asList,
  asMessageId,
  asNumber,
  asShape,
  asText,
  asTime,
  asWords,
  isTrue,
  parseStorable,
  type Shape,
} from '../shapes.ts'
import { customerOf, isByPage } from './split.ts'

type About = { userId: string; time: Date | null }

export function read(config: Config, { accountId, raw }: Pick<HookEvent, 'accountId' | 'raw'>): ChannelEvent[] {
  const whole = parseStorable(raw)
  if (asShape(whole?.['change'])) return [{ kind: 'account', userId: '', time: null }]
  const tracked = asShape(whole?.['tracked'])
  if (tracked) return readTracked(tracked)
  const event = asShape(whole?.['event'])
  const userId = event && customerOf(event, accountId)
  if (!event || !userId) return []
  const about = { userId, time: asTime(event['timestamp']) }
  const standby = { standby: whole?.['standby'] === true }
  const message = asShape(event['message'])
  const byPage = isByPage(event, accountId)
  if (message) return readMessage(config, about, message, { ...standby, byPage }, event)
  const postback = asShape(event['postback'])
  if (postback) return readPostback(about, postback, standby, event)
  const referral = asShape(event['referral'])
  if (referral) return [{ ...about, kind: 'referral', referral: readReferral(referral) ?? {} }]
  const optIn = asShape(event['optin'])
  if (optIn) return byPage ? [] : readOptIn(about, optIn)
  return readSilent(about, event, byPage) ?? readControl(config, about, event)
}

function readMessage(
  config: Config,
  about: About,
  message: Shape,
  { byPage, ...standby }: { standby?: boolean; byPage: boolean },
  event: Shape,
): ChannelEvent[] {
  const mid = asMessageId(message['mid'])
  if (isTrue(message['is_deleted'])) return mid ? [{ ...about, kind: 'delete', externalId: mid }] : []
  // Whatever the page sends is not a customer's message, even if not marked as an echo.
  const isEcho = byPage || isTrue(message['is_echo'])
  // Without an id, only content and time identify a redelivery.
  const externalId =
    mid ?? asMessageId(`${about.userId} ${about.time?.getTime() ?? 0} ${JSON.stringify(message)}\u0001`) ?? ''
  const text = asWords(message['text']) ?? ''
  const attachments = readAttachments(message['attachments'])
  // Content that Messenger hides is still a message.
  if (text === '' && attachments.length === 0) attachments.push({ type: 'other' })
  const replyTo = asMessageId(asShape(message['reply_to'])?.['mid'])
  const content = { ...about, ...standby, externalId, text, attachments, replyTo }
  if (!isEcho) {
    const payload = asWords(asShape(message['quick_reply'])?.['payload'])
    const referral = readReferral(asShape(message['referral']) ?? asShape(event['referral']))
    return [{ ...content, kind: 'message.in', payload, referral }]
  }
  const metadata = asText(message['metadata'])
  const appId = asId(message['app_id'])
  return [
    {
      ...content,
      kind: isOurs(config, appId, metadata) ? 'message.echo.own' : 'message.echo.human',
      metadata,
      writer: appId,
    },
  ]
}

/** By app id, or without one by our metadata, which every message of ours carries. */
function isOurs({ FACEBOOK_APP_ID: ours }: Config, appId: string | undefined, metadata: string | undefined): boolean {
  if (appId === undefined || ours === '') return metadata?.startsWith('out:') === true
  return appId === ours
}

function readPostback(about: About, postback: Shape, standby: { standby?: boolean }, event: Shape): ChannelEvent[] {
  const payload = asWords(postback['payload']) ?? ''
  const title = asWords(postback['title']) ?? ''
  const externalId =
    asMessageId(postback['mid']) ?? asMessageId(`${about.userId} ${about.time?.getTime() ?? 0} ${payload}`) ?? ''
  const referral = readReferral(asShape(postback['referral']) ?? asShape(event['referral']))
  return [{ ...about, ...standby, kind: 'postback', externalId, title, payload, referral }]
}

function readReferral(shape: Shape | undefined): Referral | undefined {
  if (!shape) return undefined
  return {
    ref: asText(shape['ref']),
    source: asText(shape['source']),
    adId: asId(shape['ad_id']),
    title: asText(asShape(shape['ads_context_data'])?.['ad_title']),
  }
}

function readTracked(tracked: Shape): ChannelEvent[] {
  const [userId, id] = [asId(tracked['user']), asId(tracked['id'])]
  if (!userId || !id) return []
  const about = { userId, time: asTime(tracked['time']) }
  const externalId = trackedAs(id)
  if (tracked['field'] === 'marketing_message_echoes')
    return [{ ...about, kind: 'marketing.sent', externalId, campaign: asId(tracked['campaign']) ?? '' }]
  const kind = tracked['field'] === 'marketing_message_reads' ? 'receipt.read' : 'receipt.delivered'
  return [{ ...about, kind, externalIds: [externalId] }]
}

/** Anything longer is neither our token nor our payload. */
const maxTokenLength = 1000

function readOptIn(about: About, optIn: Shape): ChannelEvent[] {
  if (optIn['type'] !== 'notification_messages') return []
  const subscribes = !/^stop/i.test(asText(optIn['notification_messages_status']) ?? '')
  const token = asId(optIn['notification_messages_token'], maxTokenLength)
  const expiresAt = asTime(optIn['token_expiry_timestamp']) ?? undefined
  const payload = asText(optIn['payload'])?.slice(0, maxTokenLength)
  return [{ ...about, kind: 'subscription', subscribes, token, expiresAt, payload }]
}

function readSilent(about: About, event: Shape, byPage: boolean): ChannelEvent[] | undefined {
  const reaction = asShape(event['reaction'])
  if (reaction) {
    const externalId = asMessageId(reaction['mid'])
    const emoji =
      reaction['action'] === 'unreact'
        ? null
        : asText(reaction['emoji'])?.slice(0, maxEmojiLength) || emojiOf(reaction['reaction'])
    return externalId && !byPage ? [{ ...about, kind: 'reaction', externalId, emoji }] : []
  }
  const edit = asShape(event['message_edit'])
  if (edit) {
    const externalId = asMessageId(edit['mid'])
    const text = asWords(edit['text'])
    if (!externalId || text === undefined) return []
    return [{ ...about, kind: 'edit', externalId, text, edit: countOf(edit['num_edit']) }]
  }
  const delivery = asShape(event['delivery'])
  const receipt = delivery ?? asShape(event['read'])
  if (!receipt) return undefined
  if (byPage) return []
  const watermark = asTime(receipt['watermark']) ?? undefined
  const externalIds = asList(receipt['mids']).flatMap(mid => asMessageId(mid) ?? [])
  if (!watermark && externalIds.length === 0) return []
  const ids = externalIds.length > 0 ? { externalIds } : {}
  return [{ ...about, kind: delivery ? 'receipt.delivered' : 'receipt.read', ...ids, watermark }]
}

function countOf(value: unknown): number {
  return Math.min(Math.max(Math.trunc(asNumber(value) ?? 1), 1), 1000)
}

const maxEmojiLength = 40

const emojis: Record<string, string> = {
  smile: '😆',
  angry: '😠',
  sad: '😢',
  wow: '😮',
  love: '❤',
  like: '👍',
  dislike: '👎',
}

function emojiOf(name: unknown): string {
  return typeof name === 'string' && Object.hasOwn(emojis, name) ? (emojis[name] ?? '🙂') : '🙂'
}

function readControl({ FACEBOOK_APP_ID: ours }: Config, about: About, event: Shape): ChannelEvent[] {
  const passed = asShape(event['pass_thread_control'])
  const taken = asShape(event['take_thread_control'])
  const change = passed ?? taken
  if (!change) return []
  const owner = asId(change['new_owner_app_id'])
  // Passed without a name: to us, the receiver of the event; taken without a name: from us.
  const isOurs = owner === undefined ? passed !== undefined : owner === ours
  return [{ ...about, kind: 'thread', owner: isOurs ? 'us' : 'other' }]
}
