import { createHash } from 'node:crypto'
import { isUuid } from '#platform/ids.ts'
import type { HookEvent, HookRequest } from '../../channel.ts'
import { fieldsOf, idOf, readFields, writtenOut } from '../../hooks/exact-json.ts'

const ignoredEventName = /group|^(?:change_|widget_|add_user_to_|remove_user_from_)/
export const accountEventName = /^change_(?:template_(?:status|quality|quota)|oa_daily_quota|oa_template_tags)$/

/** Sources disagree on a receipt's sender, so both sides get it; only one is an account. */
export function splitHook(request: HookRequest): HookEvent[] {
  const raw = request.body.toString('utf8')
  const event = readFields(raw)
  const name = idOf(event?.['event_name'])
  if (!event || name === undefined) return []
  if (accountEventName.test(name)) return accountEvent(event, name, raw)
  if (ignoredEventName.test(name)) return []
  if (isTemplateReceipt(event, name, request.headers['x-zevent-server'])) return []
  const externalId = externalIdOf(event, name)
  return partiesOf(event, name).map(({ account, user }) => ({
    accountId: account,
    externalId: externalId ?? `${name} ${user} ${idOf(event['timestamp']) ?? ''}${marked(event)}`,
    thread: user,
    raw,
  }))
}

function accountEvent(event: Record<string, unknown>, name: string, raw: string): HookEvent[] {
  const accountId = idOf(event['oa_id'])
  if (accountId === undefined) return []
  const externalId = `${name} ${idOf(event['template_id']) ?? ''} ${idOf(event['timestamp']) ?? ''}`
  return [{ accountId, externalId, thread: '', raw }]
}

export function trackedIn(message: Record<string, unknown>): string | undefined {
  const id = idOf(message['tracking_id'])
  return isUuid(id) ? id : undefined
}

function marked({ message, info }: Record<string, unknown>): string {
  if (message === undefined && info === undefined) return ''
  return ` ${createHash('sha256')
    .update(writtenOut([message, info]))
    .digest('hex')
    .slice(0, 32)}`
}

type Parties = { account: string; user: string }

function partiesOf(event: Record<string, unknown>, name: string): Parties[] {
  const sender = idOf(fieldsOf(event['sender'])?.['id'])
  const recipient = idOf(fieldsOf(event['recipient'])?.['id'])
  const follower = idOf(fieldsOf(event['follower'])?.['id'])
  const oa = idOf(event['oa_id'])
  const fromAccount = together(sender, recipient)
  const fromUser = together(recipient, sender)
  if (follower !== undefined) return together(oa ?? recipient, follower)
  if (name === 'user_seen_message' || name === 'user_received_message') return [...fromAccount, ...fromUser]
  return name.startsWith('oa_') ? fromAccount : fromUser
}

function together(account: string | undefined, user: string | undefined): Parties[] {
  return account !== undefined && user !== undefined && account !== user ? [{ account, user }] : []
}

/** The message's id with the event's name: one message may have several events. */
function externalIdOf(event: Record<string, unknown>, name: string): string | undefined {
  const message = fieldsOf(event['message'])
  const id = idOf(message?.['msg_id'])
  const when = name === 'user_reacted_message' ? ` ${idOf(event['timestamp']) ?? ''}` : ''
  if (id !== undefined) return `${id} ${name}${when}`
  const ids = message?.['msg_ids']
  if (!Array.isArray(ids) || ids.length === 0) return undefined
  const [first, last] = [idOf(ids[0]), idOf(ids.at(-1))]
  return first === undefined ? undefined : `${first} ${last ?? ''} ${ids.length} ${name}`
}

/** It has no tracking id of ours. */
function isTemplateReceipt(event: Record<string, unknown>, name: string, server: unknown): boolean {
  if (name !== 'user_received_message') return false
  const message = fieldsOf(event['message']) ?? {}
  if (trackedIn(message) !== undefined) return false
  return server === 'ZNS' || 'delivery_time' in message || 'tracking_id' in message
}
