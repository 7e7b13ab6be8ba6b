import type { VirtualClock } from '../channel-clock.ts'
import type { Deliveries } from '../channel-deliveries.ts'
import type { Faults } from '../channel-faults.ts'
import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import { requestError } from './messenger-subscriptions.ts'
import { utilityText } from './messenger-templates.ts'
import { sendEvent } from './messenger-webhooks.ts'
import type { MessengerWorld, SimulatedMessage, SimulatedQuickReply, SimulatedThread } from './messenger-objects.ts'
import { threadOf } from './messenger-world.ts'
import { textOf } from '../text-of.ts'

const hours = (count: number): number => count * 3_600_000
const retiredTags = ['ACCOUNT_UPDATE', 'CONFIRMED_EVENT_UPDATE', 'POST_PURCHASE_UPDATE']
const actions = ['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact']
const attachmentTypes = ['image', 'audio', 'video', 'file', 'template']

type Parts = {
  world: MessengerWorld
  clock: VirtualClock
  faults: Faults
  webhooks: Deliveries
  call: SimulatedCall
}
type Outgoing = {
  text?: unknown
  attachment?: { type?: unknown; payload?: object }
  quick_replies?: unknown
  sticker_id?: unknown
  metadata?: unknown
  template?: unknown
}

export async function sendMessage(parts: Parts, pageId: string): Promise<SimulatedAnswer> {
  const { world, clock, call } = parts
  const refused = tooOften(world, clock, pageId)
  if (refused) return refused
  const {
    recipient,
    message,
    sender_action: action,
  } = call.body as {
    recipient?: { id?: unknown }
    message?: Outgoing
    sender_action?: unknown
  }
  const user = world.customers.get(textOf(recipient?.id))
  if (message && action) return graphError(100, undefined, { message: '(#100) message and sender_action together' })
  if (!user) return graphError(100, 2018001)
  if (user.blocked) return graphError(551, 1545041)
  const page = world.pages.get(pageId)
  if (page?.restricted) return graphError(368)
  if (action !== undefined) {
    if (!actions.includes(textOf(action))) return graphError(100)
    return { status: 200, body: { recipient_id: user.id } }
  }
  const thread = threadOf(world, pageId, user.id)
  const utility = call.body['messaging_type'] === 'UTILITY' ? utilityText(world, pageId, message?.template) : undefined
  if (utility && 'refused' in utility) return utility.refused
  const wrong = utility
    ? undefined
    : (shapeError(world, message) ??
      windowError(world, clock, thread, call.body) ??
      requestError(clock, thread, message?.attachment?.payload))
  // Another app owns the thread: reported by integrations, not documented.
  const elsewhere = thread.owner === world.app.id ? undefined : graphError(10, 2018300)
  const refusal = wrong ?? elsewhere
  if (refusal) return refusal
  return storeMessage(parts, thread, utility ? { ...message, text: utility.text } : (message ?? {}))
}

function tooOften(world: MessengerWorld, clock: VirtualClock, page: string): SimulatedAnswer | undefined {
  const recent = (world.callTimes.get(page) ?? []).filter(at => at > clock.now() - 60_000)
  if (recent.length >= world.callsPerMinute) return graphError(613)
  world.callTimes.set(page, [...recent, clock.now()])
  return undefined
}

function shapeError(world: MessengerWorld, message: Outgoing | undefined): SimulatedAnswer | undefined {
  if (!message || typeof message !== 'object') return graphError(100)
  const { text, attachment, quick_replies: replies, sticker_id: sticker } = message
  if ([text, attachment, sticker].filter(part => part !== undefined).length !== 1) return graphError(100)
  if (text !== undefined && (typeof text !== 'string' || text.trim() === '')) return graphError(100)
  if (typeof text === 'string' && text.length > 2000)
    return graphError(100, undefined, {
      message: '(#100) Length of param message[text] must be less than or equal to 2000',
    })
  if (attachment && !attachmentTypes.includes(String(attachment.type))) return graphError(100)
  if (attachment?.type === 'template' && !isTemplate(attachment.payload)) return graphError(100)
  if (attachment?.type === 'image' && !isPicture(world, attachment.payload)) return graphError(100, 2018074)
  if (replies !== undefined && (attachment?.type === 'template' || !areReplies(replies))) return graphError(100)
  return undefined
}

function isPicture(world: MessengerWorld, payload: object | undefined): boolean {
  const { url, attachment_id: id } = (payload ?? {}) as Record<string, unknown>
  return id === undefined ? typeof url === 'string' : world.attachments.has(textOf(id))
}

/** At most 640 characters, 1 to 3 buttons with titles of at most 20 (Button Template reference). Other templates pass. */
function isTemplate(payload: object | undefined): boolean {
  const { template_type: type, text, buttons } = (payload ?? {}) as Record<string, unknown>
  if (type !== 'button') return typeof type === 'string'
  if (!fits(textOf(text), 640) || !Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3) return false
  return buttons.every((button: Record<string, unknown> | null) => {
    if (!fits(textOf(button?.['title']), 20)) return false
    if (button?.['type'] === 'web_url') return /^https?:\/\/\S+$/.test(textOf(button['url']))
    return button?.['type'] === 'postback' && fits(textOf(button['payload']), 1000)
  })
}

/** At most 13, each with a title of at most 20 characters and a payload of at most 1000 (Quick Replies reference). */
function areReplies(replies: unknown): replies is SimulatedQuickReply[] {
  if (!Array.isArray(replies) || replies.length === 0 || replies.length > 13) return false
  return replies.every((reply: { content_type?: unknown; title?: unknown; payload?: unknown } | null) => {
    const [title, payload] = [textOf(reply?.title), textOf(reply?.payload)]
    return reply?.content_type === 'text' && fits(title, 20) && fits(payload, 1000)
  })
}

function fits(text: string, maxLength: number): boolean {
  return text !== '' && text.length <= maxLength
}

function windowError(
  { app }: MessengerWorld,
  clock: VirtualClock,
  thread: SimulatedThread,
  body: Record<string, unknown>,
): SimulatedAnswer | undefined {
  const tag = body['tag']
  if (retiredTags.includes(String(tag))) return graphError(100, 1893061)
  if (body['messaging_type'] === 'MESSAGE_TAG' && tag !== 'HUMAN_AGENT') return graphError(100)
  if (!['RESPONSE', 'UPDATE', 'MESSAGE_TAG'].includes(String(body['messaging_type']))) return graphError(100)
  if (thread.lastActionAt === undefined) return graphError(10, 2018278)
  const age = clock.now() - thread.lastActionAt
  if (tag === 'HUMAN_AGENT' && !app.humanAgent)
    return graphError(10, undefined, {
      message: '(#10) To use Human Agent, your use of this endpoint must be reviewed.',
    })
  if (thread.adEntryAt !== undefined && clock.now() - thread.adEntryAt <= hours(24 * 7)) return undefined
  return age > (tag === 'HUMAN_AGENT' ? hours(24 * 7) : hours(24)) ? graphError(10, 2018278) : undefined
}

async function storeMessage(parts: Parts, thread: SimulatedThread, message: Outgoing): Promise<SimulatedAnswer> {
  const { world, clock, faults, call } = parts
  const persona = call.body['persona_id']
  if (persona !== undefined && !world.personas.has(textOf(persona))) return graphError(100)
  const stored: SimulatedMessage = {
    mid: world.next('m_out'),
    at: clock.now(),
    from: thread.page,
    appId: world.app.id,
    ...(typeof message.text === 'string' ? { text: message.text } : {}),
    ...(message.attachment ? { attachments: [message.attachment] } : {}),
    ...(areReplies(message.quick_replies) ? { quickReplies: message.quick_replies } : {}),
    ...(typeof message.metadata === 'string' ? { metadata: message.metadata } : {}),
    ...(persona === undefined ? {} : { personaId: textOf(persona) }),
  }
  thread.messages.push(stored)
  const asset = reusableAsset(world, message)
  const body = { recipient_id: thread.user, message_id: stored.mid, ...(asset && { attachment_id: asset }) }
  const answer = { status: 200, body }
  const notify = (): Promise<void> => notifySent(parts, thread, stored)
  if (!faults.strikes('echo_before_response', { user: thread.user, path: call.path }))
    return { ...answer, after: notify }
  await notify()
  return answer
}

function reusableAsset(world: MessengerWorld, { attachment }: Outgoing): string | undefined {
  if ((attachment?.payload as { is_reusable?: unknown } | undefined)?.is_reusable !== true) return undefined
  const id = world.next('asset')
  world.attachments.add(id)
  return id
}

export async function notifySent(
  { world, clock, faults, webhooks }: Omit<Parts, 'call'>,
  { page, user }: SimulatedThread,
  message: SimulatedMessage,
): Promise<void> {
  const echo = {
    timestamp: message.at,
    message: {
      is_echo: true,
      ...(message.appId ? { app_id: Number(message.appId) } : {}),
      ...(message.metadata ? { metadata: message.metadata } : {}),
      mid: message.mid,
      ...(message.text === undefined ? {} : { text: message.text }),
      ...(message.attachments ? { attachments: message.attachments } : {}),
    },
  }
  const { delays } = world
  const notifyEcho = () => sendEvent(world, webhooks, { page, user, from: 'page' }, echo)
  const notifyDelivered = () =>
    sendEvent(
      world,
      webhooks,
      { page, user, from: 'user' },
      { delivery: { mids: [message.mid], watermark: message.at } },
    )
  const notifyRead = () =>
    sendEvent(
      world,
      webhooks,
      { page, user, from: 'user' },
      { timestamp: clock.now(), read: { watermark: message.at } },
    )
  const first = faults.strikes('receipt_before_echo', { user })
    ? [
        { in: delays.delivered, run: notifyDelivered },
        { in: delays.echo, run: notifyEcho },
      ]
    : [
        { in: delays.echo, run: notifyEcho },
        { in: delays.delivered, run: notifyDelivered },
      ]
  for (const step of [...first, { in: delays.read, run: notifyRead }]) {
    if (step.in === undefined) continue
    if (step.in === 0) await step.run()
    else clock.after(step.in, step.run)
  }
}
