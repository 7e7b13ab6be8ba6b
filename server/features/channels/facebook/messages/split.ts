import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { HookEvent, HookRequest } from '../../channel.ts'
import { asId, asList, asMessageId, asNumber, asShape, asText, isTrue, parseShape, type Shape } from '../shapes.ts'

/** Several pages and events per call, in `messaging`, or in `standby` if another app owns the thread. */
export function split(_config: Config, { body }: HookRequest): HookEvent[] {
  const whole = parseShape(body.toString('utf8'))
  if (whole?.['object'] !== 'page') return []
  try {
    return asList(whole['entry']).flatMap(eventsOf)
  } catch {
    // Nested too deeply to serialise.
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

export const marketingFields = [
  ...(['marketing_message_echoes', 'marketing_message_deliveries', 'marketing_message_reads'] as const),
] as const

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
  // Only the fields we read: the subscriber's token is beside them.
  const [campaign, time] = [asId(value?.['message_id']), asNumber(value?.['timestamp'])]
  const raw = JSON.stringify({ tracked: { field, user, id, campaign, time } })
  return [{ accountId: page, externalId: `${field} ${id}`, thread: user, raw }]
}

function eventOf(page: string, event: Shape, standby: boolean): HookEvent {
  const user = customerOf(event, page)
  const raw = JSON.stringify({ standby, event })
  return { accountId: page, externalId: idOf(event, user ?? ''), thread: user ?? '', raw }
}

export function customerOf(event: Shape, page: string): string | undefined {
  const [sender, recipient] = ['sender', 'recipient'].map(side => asId(asShape(event[side])?.['id']))
  const customer = sender === page ? recipient : sender
  return customer === page ? undefined : customer
}

export function isByPage(event: Shape, page: string): boolean {
  return asId(asShape(event['sender'])?.['id']) === page
}

/** Stable across redeliveries, whose times may differ; derived from the content if there is no id. */
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
  const kind = Object.keys(event).find(name => /^[a-z_]{1,60}$/.test(name) && !commonKeys.has(name)) ?? 'other'
  const time = withoutTime.has(kind) ? null : (event['timestamp'] ?? null)
  const content = JSON.stringify([event[kind] ?? event, time])
  return `${kind} ${user} ${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}

const commonKeys = new Set(['sender', 'recipient', 'timestamp'])
const withoutTime = new Set(['read', 'delivery'])
