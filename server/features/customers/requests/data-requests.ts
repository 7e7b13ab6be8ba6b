import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { days } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Platform } from '#platform/platform.ts'
import { storableText } from '#platform/text/storable-text.ts'
import type {
  DataRequestKind,
  recordedRequest,
  settledRequest,
} from '#shared/contracts/customers/data-requests.contract.ts'
import { requestTimes } from '#shared/rules/time/data-request-times.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { addConsent } from '../consent/consent-ledger.ts'
import { maskWho } from '../proofs/mask-who.ts'
import { makeProofLater } from '../proofs/request-proof.ts'
import { zoneOf } from '../zone-of.ts'
import { free, holdCustomers } from './lift-restriction.ts'

type RequestInput = z.output<typeof recordedRequest>
type Request = { id: string; customer_id: string | null; kind: string; who: string; done_at: Date | null }

const maxOpen = 200
/** Each ends in two documents. */
const perShop = { max: 500, windowMs: days(1), burst: 250 }

/**
 * Stops messages at once, before any decision.
 * @throws request.not_found, data_request.future, request.too_many
 */
export async function recordRequest(
  platform: Platform,
  caller: Caller,
  request: RequestInput,
): Promise<{ id: string; answer_by: string; due_on: string }> {
  const { workspaceId, personId } = caller
  const { clock } = platform
  const today = dayIn(await zoneOf(platform, workspaceId), clock.now())
  if (request.came_on > today) throw failure('data_request.future', { field: 'came_on' })
  const { answerBy, dueOn } = timesOf(platform.config, request.kind, request.came_on)
  await limit(platform, `data requests:${workspaceId}`, perShop)
  const id = newId()
  await platform.db.asService(workspaceId, async tx => {
    await refuseFull(tx, workspaceId)
    if (request.customer_id) await stopFor(platform, tx, caller, { ...request, id, customer_id: request.customer_id })
    await sql`insert into data_requests (id, workspace_id, customer_id, kind, who, note, came_on, answer_by, due_on, recorded_by, created_at)
      values (${id}, ${workspaceId}, ${request.customer_id}, ${request.kind}, ${storableText(request.who)}, ${storableText(request.note)},
        ${request.came_on}::date, ${answerBy}::date, ${dueOn}::date, ${personId}, ${clock.now()})`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'data-request.recorded', id, { kind: request.kind })
  })
  return { id, answer_by: answerBy, due_on: dueOn }
}

export function timesOf(config: Platform['config'], kind: DataRequestKind, cameOn: string) {
  return requestTimes(kind, cameOn, {
    answer: config.DATA_REQUEST_ANSWER_DAYS,
    read: config.DATA_REQUEST_READ_DAYS,
    stop: config.DATA_REQUEST_STOP_DAYS,
    erase: config.DATA_REQUEST_ERASE_DAYS,
  })
}

/** Two at once may exceed the limit by one, which is harmless. */
async function refuseFull(tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from data_requests
    where workspace_id = ${workspaceId} and source = 'member' and done_at is null`.execute(tx)
  if ((rows[0]?.open ?? 0) >= maxOpen) throw failure('request.too_many')
}

/** Contacts are locked before their customer. */
async function stopFor(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId }: Caller,
  { id, kind, customer_id: customerId, note }: RequestInput & { id: string; customer_id: string },
): Promise<void> {
  const { rows: contacts } = await sql<{ channel_id: string }>`select channel_id from contacts
    where workspace_id = ${workspaceId} and customer_id = ${customerId} order by id for no key update`.execute(tx)
  const { rows } = await sql`select 1 from customers where workspace_id = ${workspaceId} and id = ${customerId}
    and merged_into is null and erased_at is null for no key update`.execute(tx)
  if (rows.length === 0) throw failure('request.not_found')
  if (kind === 'restrict' || kind === 'object')
    await sql`update customers set restricted_at = coalesce(restricted_at, ${platform.clock.now()})
      where workspace_id = ${workspaceId} and id = ${customerId}`.execute(tx)
  // Imported customers may have consented on a channel on which they never wrote.
  const { rows: agreed } = await sql<{ channel_id: string }>`select channel_id from consent_states
    where workspace_id = ${workspaceId} and customer_id = ${customerId}`.execute(tx)
  const channelIds = [...new Set([...contacts, ...agreed].map(one => one.channel_id))].sort()
  if (kind === 'withdraw' && channelIds.length > 0)
    await addConsent(platform, tx, {
      ...{ workspaceId, customerId, channelIds, purposes: ['promotion', 'care'], act: 'withdrawn', how: 'recorded' },
      ...{ proof: storableText(note) || '-', recordedBy: personId, event: `request:${id}` },
    })
}

/**
 * Refusing a restriction or objection frees the customer unless another request holds.
 * @throws request.not_found, data_request.settled, data_request.why_missing
 */
export async function settleRequest(
  platform: Platform,
  caller: Caller,
  { id, act, why }: { id: string } & z.output<typeof settledRequest>,
): Promise<{ id: string }> {
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  if (act === 'refused' && storableText(why).length < 3) throw failure('data_request.why_missing', { field: 'why' })
  await platform.db.asService(workspaceId, async tx => {
    const { rows: of } = await sql<{ customer_id: string | null }>`select customer_id from data_requests
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    if (of[0]?.customer_id) await holdCustomers(tx, workspaceId, of[0].customer_id)
    const { rows } = await sql<Request>`select id, customer_id, kind, who, done_at from data_requests
      where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
    const [request] = rows
    if (!request) throw failure('request.not_found')
    if (request.done_at) throw failure('data_request.settled')
    await sql`update data_requests set answered_at = coalesce(answered_at, ${now}),
        done_at = ${act === 'answered' ? null : now}, outcome = ${act === 'answered' ? null : act},
        why = ${act === 'refused' ? storableText(why) : null}, settled_by = ${personId}, masked_who = ${maskWho(request.who)}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    if (act !== 'answered') await makeProofLater(platform, tx, { workspace_id: workspaceId, request_id: id })
    if (act === 'refused' && request.customer_id && (request.kind === 'restrict' || request.kind === 'object'))
      await free(tx, workspaceId, request.customer_id)
    await recordInAuditLog(platform, tx, caller, 'data-request.settled', id, { act })
  })
  return { id }
}

/** Settles an erased customer's requests and removes what they said, also for customers merged into them. */
export async function settleErased(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: customerId }: EventCatalogue['customer.erased'],
): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await sql<{
    id: string
    who: string
    masked_who: string
    redrawn: boolean
  }>`select id, who, masked_who, done_at is null or proof is null or coalesce(why, '-') <> '-' as redrawn from data_requests
    where workspace_id = ${workspaceId} and customer_id in (select id from customers
      where workspace_id = ${workspaceId} and (id = ${customerId} or merged_into = ${customerId})) order by id for no key update`.execute(
    tx,
  )
  const masked = rows.map(one => ({ id: one.id, masked_who: maskWho(one.who) || one.masked_who }))
  await sql`update data_requests r set who = '', note = '', conversation_id = null, message_id = null, again_message_id = null,
      why = case when r.why is not null then '-' end,
      lifted_why = case when r.lifted_why is not null then '-' end, masked_who = m.masked_who, answered_at = coalesce(r.answered_at, ${now}),
      done_at = coalesce(r.done_at, ${now}), outcome = coalesce(r.outcome, 'done')
    from jsonb_to_recordset(${JSON.stringify(masked)}::jsonb) m (id uuid, masked_who text)
    where r.workspace_id = ${workspaceId} and r.id = m.id`.execute(tx)
  // Documents of others say nothing that is erased.
  for (const { id } of rows.filter(one => one.redrawn))
    await makeProofLater(platform, tx, { workspace_id: workspaceId, request_id: id })
}

export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
}
