import { createHmac } from 'node:crypto'
import type { VirtualClock } from '../channel-clock.ts'
import { type Deliveries, makeDeliveries, type SerializeHow, type SimulatedEvent } from '../channel-deliveries.ts'
import type { Faults } from '../channel-faults.ts'
import type { MessengerWorld } from './messenger-objects.ts'
import { threadOf } from './messenger-world.ts'

const minutes = (count: number): number => count * 60_000
/** Retries for 36 hours, at growing intervals; after 60 minutes without success the page is unsubscribed. */
const retryAfterMs = [0, 1, 5, 15, 30, 60, ...Array<number>(17).fill(120)].map(minutes)

type Event = Record<string, unknown>
const fieldOfEvent: Record<string, string> = {
  message: 'messages',
  postback: 'messaging_postbacks',
  referral: 'messaging_referrals',
  optin: 'messaging_optins',
  delivery: 'message_deliveries',
  read: 'message_reads',
  reaction: 'message_reactions',
  message_edit: 'message_edits',
  pass_thread_control: 'messaging_handovers',
  take_thread_control: 'messaging_handovers',
  request_thread_control: 'messaging_handovers',
  app_roles: 'messaging_handovers',
}

export function makeMessengerWebhooks(worldNow: () => MessengerWorld, clock: VirtualClock, faults: Faults): Deliveries {
  return makeDeliveries({
    clock,
    faults,
    timeoutMs: 20_000,
    retryAfterMs,
    disableAfterMs: minutes(60),
    serialize: (events, how) => serialize(worldNow(), clock, events, how),
    headers: body => ({
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${createHmac('sha256', worldNow().app.secret).update(body).digest('hex')}`,
    }),
    signatureHeader: 'x-hub-signature-256',
    disable(account) {
      const page = worldNow().pages.get(account)
      if (page) page.subscribed = undefined
    },
  })
}

/** Goes to `standby` if another app owns the thread. `event` has no sender and recipient: they follow from `from`. */
export async function sendEvent(
  world: MessengerWorld,
  webhooks: Deliveries,
  { page, user, from }: { page: string; user: string; from: 'user' | 'page' },
  event: Event,
): Promise<void> {
  const kind = Object.keys(fieldOfEvent).find(name => name in event) ?? 'message'
  const isEcho = kind === 'message' && (event['message'] as Event)['is_echo'] === true
  const fields = world.pages.get(page)?.subscribed ?? []
  const standby = threadOf(world, page, user).owner !== world.app.id && fieldOfEvent[kind] !== 'messaging_handovers'
  if (!fields.includes(isEcho ? 'message_echoes' : (fieldOfEvent[kind] ?? 'messages'))) return
  if (standby && !fields.includes('standby')) return
  const [sender, recipient] = from === 'user' ? [user, page] : [page, user]
  const whole = { sender: { id: sender }, recipient: { id: recipient }, ...event }
  await webhooks.send([{ account: page, user, standby, event: whole }])
}

function serialize(world: MessengerWorld, clock: VirtualClock, events: SimulatedEvent[], how: SerializeHow): Buffer {
  const entries: { id: string; time: number; messaging?: unknown[]; standby?: unknown[] }[] = []
  for (const { account, standby, event } of events) {
    const list = standby ? 'standby' : 'messaging'
    const last = entries.findLast(({ id }) => id === account)
    const entry = last?.[list] ? last : { id: account, time: clock.now(), [list]: [] as unknown[] }
    if (entry !== last) entries.push(entry)
    entry[list]?.push(event)
  }
  if (how.unknown) {
    const [{ id } = { id: world.app.id }] = entries
    entries.push({
      id,
      time: clock.now(),
      messaging: [{ sender: { id: '1' }, recipient: { id }, something_new: { a: 1 } }],
    })
  }
  const text = JSON.stringify({ object: 'page', entry: entries })
  return Buffer.from(how.unescaped ? text : escapeLikeMeta(text))
}

/** Non-ASCII as \\uXXXX in lower case, and `/`, `<`, `%`, `@` likewise. */
export function escapeLikeMeta(json: string): string {
  const named: Record<string, string> = { '/': '\\/', '<': '\\u003C', '%': '\\u0025', '@': '\\u0040' }
  return json.replace(
    /[/<%@\u0080-\uffff]/g,
    character => named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** As Meta posts on removal of the app or a deletion request: base64url(signature).base64url(payload). */
export function signedRequest(world: MessengerWorld, userId: string, at: number): string {
  const payload = { user_id: userId, algorithm: 'HMAC-SHA256', issued_at: Math.floor(at / 1000) }
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', world.app.secret).update(encoded).digest('base64url')}.${encoded}`
}
