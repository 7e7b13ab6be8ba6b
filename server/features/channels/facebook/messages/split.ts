import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { HookEvent, HookRequest } from '../../channel.ts'
import { asId, asList, asMessageId, asNumber, asShape, asText, isTrue, parseShape, type Shape } from '../shapes.ts'

/**
 * Cuts a call of Meta's into its events: several pages, several events each, in `messaging` or, where another app has the
 * conversation, in `standby`. Of a page's changes those of its templates are, and nothing else.
 */
export function split(_config: Config, { body }: HookRequest): HookEvent[] {
  const whole = parseShape(body.toString('utf8'))
  if (whole?.['object'] !== 'page') return []
  try {
    return asList(whole['entry']).flatMap(eventsOf)
  } catch {
    // Nested so deeply that it cannot be written again.
    return []
  }
}

function eventsOf(entry: unknown): HookEvent[] {
  const shape = asShape(entry)
  const page = asId(shape?.['id'])
  if (!shape || !page) return []
  const changes = asList(shape['changes']).flatMap(change => changeOf(page, asShape(change), shape['time']))
  const events = [false, true].flatMap(standby =>
    asList(shape[standby ? 'standby' : 'messaging'])
      .map(asShape)
      .flatMap(event => (event ? [eventOf(page, event, standby)] : [])),
  )
  return [...changes, ...events]
}

export const templateField = 'message_template_status_update'

/** What becomes of marketing messages. */
export const marketingFields = [
  ...(['marketing_message_echoes', 'marketing_message_deliveries', 'marketing_message_reads'] as const),
] as const

/** Of what changes on a page its templates are ours, and what becomes of marketing messages. */
function changeOf(page: string, change: Shape | undefined, time: unknown): HookEvent[] {
  const field = marketingFields.find(one => one === change?.['field'])
  if (field) return trackedOf(page, asShape(change?.['value']), field)
  if (!change || change['field'] !== templateField) return []
  const value = asShape(change['value']) ?? {}
  const parts = [value['message_template_id'], value['event'], time].map(one => asId(one) ?? asText(one) ?? '')
  return [{ accountId: page, externalId: `template ${parts.join(' ')}`, thread: '', raw: JSON.stringify({ change }) }]
}

function trackedOf(page: string, value: Shape | undefined, field: string): HookEvent[] {
  const id = asId(value?.['marketing_message_tracking_id'])
  const user = asId(value?.['recipient_id'])
  if (!id || !user) return []
  // Only what is read of it: the subscriber's key stands beside it.
  const [campaign, time] = [asId(value?.['message_id']), asNumber(value?.['timestamp'])]
  const raw = JSON.stringify({ tracked: { field, user, id, campaign, time } })
  return [{ accountId: page, externalId: `${field} ${id}`, thread: user, raw }]
}

function eventOf(page: string, event: Shape, standby: boolean): HookEvent {
  const user = customerOf(event, page)
  const raw = JSON.stringify({ standby, event })
  return { accountId: page, externalId: idOf(event, user ?? ''), thread: user ?? '', raw }
}

/** Who of the two is not the page. */
export function customerOf(event: Shape, page: string): string | undefined {
  const [sender, recipient] = ['sender', 'recipient'].map(side => asId(asShape(event[side])?.['id']))
  const customer = sender === page ? recipient : sender
  return customer === page ? undefined : customer
}

/** The page's side did it, whatever it is called. */
export function isByPage(event: Shape, page: string): boolean {
  return asId(asShape(event['sender'])?.['id']) === page
}

/** The same for a redelivery, which may differ in its times where it has an id; made of what it says where it has none. */
function idOf(event: Shape, user: string): string {
  const message = asShape(event['message'])
  const mid = asMessageId(message?.['mid'])
  if (mid && isTrue(message?.['is_deleted'])) return `delete ${mid}`
  if (mid) return mid
  const postback = asMessageId(asShape(event['postback'])?.['mid'])
  if (postback) return postback
  const edit = asShape(event['message_edit'])
  const edited = asMessageId(edit?.['mid'])
  if (edited) return `edit ${edited} ${asNumber(edit?.['num_edit']) ?? 1}`
  const kind = Object.keys(event).find(name => /^[a-z_]{1,60}$/.test(name) && !ofAll.has(name)) ?? 'other'
  const time = withoutTime.has(kind) ? null : (event['timestamp'] ?? null)
  const says = JSON.stringify([event[kind] ?? event, time])
  return `${kind} ${user} ${createHash('sha256').update(says).digest('hex').slice(0, 32)}`
}

const ofAll = new Set(['sender', 'recipient', 'timestamp'])
/** What they say is said once, whenever it comes. */
const withoutTime = new Set(['read', 'delivery'])
