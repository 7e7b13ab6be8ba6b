import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { retryDeadlock } from '#platform/sql/retry-deadlock.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { mergedCustomers } from '#shared/contracts/customers/customers.contract.ts'
import { addConsent, type Purpose } from '../consent/consent-ledger.ts'

type Pair = { workspaceId: string; stays: string; goes: string }
type Contact = { id: string; customer_id: string; channel_id: string; signed: boolean }
export type Before = {
  name: string
  language: string | null
  fields: Record<string, unknown>
  last_seen_at: string | null
  restricted_at: string | null
}

const maxContacts = 20

/**
 * Undoable for 30 days; the other's consent is not carried over.
 * @throws customer.merge_refused, request.not_found
 */
export async function mergeCustomers(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { customer_id: stays, merged_id: goes }: z.output<typeof mergedCustomers>,
): Promise<{ id: string; merge_id: string }> {
  const pair = { workspaceId, stays, goes }
  return retryDeadlock(() =>
    platform.db.asService(workspaceId, async tx => {
      // Contacts are locked before customers, both in id order. Ownership is certain only once the customers are locked.
      await sql`select from contacts where workspace_id = ${workspaceId} and customer_id in (${stays}, ${goes})
      order by id for no key update`.execute(tx)
      const before = await holdBoth(tx, pair)
      const { rows: contacts } = await sql<Contact>`select id, customer_id, channel_id, verified as signed from contacts
      where workspace_id = ${workspaceId} and customer_id in (${stays}, ${goes})`.execute(tx)
      refuseUnlikely(contacts, pair)
      const moved = contacts.filter(contact => contact.customer_id === goes).map(contact => contact.id)
      const mergeId = newId()
      await sql`update contacts set customer_id = ${stays} where workspace_id = ${workspaceId} and id = any (${moved}::uuid[])`.execute(
        tx,
      )
      const tags = await unite(tx, pair)
      await sql`insert into customer_merges (id, workspace_id, customer_id, merged_id, contact_ids, tag_ids, before, merged_by, merged_at)
      values (${mergeId}, ${workspaceId}, ${stays}, ${goes}, ${moved}::uuid[], ${tags}::uuid[], ${JSON.stringify(before)}::jsonb,
        ${personId}, ${platform.clock.now()})`.execute(tx)
      await spreadRefusals(platform, tx, pair, contacts, mergeId)
      await platform.jobs.emit(tx, 'customer.merged', {
        workspace_id: workspaceId,
        customer_id: stays,
        merged_id: goes,
      })
      return { id: stays, merge_id: mergeId }
    }),
  )
}

type Held = WithDates<Before, 'last_seen_at' | 'restricted_at'>

async function holdBoth(tx: Tx, { workspaceId, stays, goes }: Pair): Promise<Held> {
  if (stays === goes) throw failure('customer.merge_refused', { why: 'same' })
  const { rows } = await sql<
    Held & { id: string }
  >`select id, name, language, fields, last_seen_at, restricted_at from customers
    where workspace_id = ${workspaceId} and id in (${stays}, ${goes}) and merged_into is null and erased_at is null
    order by id for no key update`.execute(tx)
  const stored = rows.find(row => row.id === stays)
  if (rows.length < 2 || !stored) throw failure('request.not_found')
  const { id: _, ...before } = stored
  return before
}

function refuseUnlikely(contacts: Contact[], { stays, goes }: Pair): void {
  const signed = (id: string) => contacts.some(contact => contact.customer_id === id && contact.signed)
  if (signed(stays) && signed(goes)) throw failure('customer.merge_refused', { why: 'signed' })
  if (contacts.length > maxContacts) throw failure('customer.merge_refused', { why: 'many' })
}

async function unite(tx: Tx, { workspaceId, stays, goes }: Pair): Promise<string[]> {
  await sql`update customers cu set name = coalesce(nullif(cu.name, ''), f.name), language = coalesce(cu.language, f.language),
      fields = f.fields || cu.fields, last_seen_at = greatest(cu.last_seen_at, f.last_seen_at),
      restricted_at = coalesce(cu.restricted_at, f.restricted_at), version = cu.version + 1
    from customers f where cu.workspace_id = ${workspaceId} and cu.id = ${stays} and f.workspace_id = ${workspaceId} and f.id = ${goes}`.execute(
    tx,
  )
  // Keeps merges one step deep: earlier merges into the other now point here.
  await sql`update customers set merged_into = ${stays}, version = version + 1
    where workspace_id = ${workspaceId} and (id = ${goes} or merged_into = ${goes})`.execute(tx)
  const { rows } = await sql<{
    tag_id: string
  }>`insert into customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
    select workspace_id, ${stays}, tag_id, tagged_by, created_at from customer_tags
    where workspace_id = ${workspaceId} and customer_id = ${goes} on conflict do nothing returning tag_id`.execute(tx)
  return rows.map(row => row.tag_id)
}

/**
 * A refusal holds for the person on each of their channels, unless they took it back on that channel. Consent is never given for the
 * other.
 */
async function spreadRefusals(
  platform: Platform,
  tx: Tx,
  { workspaceId, stays, goes }: Pair,
  contacts: Contact[],
  mergeId: string,
): Promise<void> {
  const { rows: states } = await sql<{ customer_id: string; purpose: Purpose; channel_id: string; agreed: boolean }>`
    select customer_id, purpose, channel_id, state = 'given' as agreed from consent_states where workspace_id = ${workspaceId}
      and customer_id in (${stays}, ${goes}) and state in ('refused', 'withdrawn', 'given')`.execute(tx)
  const [refused, agreed] = [states.filter(one => !one.agreed), states.filter(one => one.agreed)]
  const channelsOf = (id: string) => contacts.filter(one => one.customer_id === id).map(one => one.channel_id)
  const [own, theirs] = [channelsOf(stays), channelsOf(goes)]
  const shut = new Map<string, Set<Purpose>>()
  const close = (channelId: string, purpose: Purpose) =>
    shut.set(channelId, (shut.get(channelId) ?? new Set<Purpose>()).add(purpose))
  for (const { customer_id: id, purpose, channel_id: channelId } of refused) {
    const reached = id === stays ? theirs.filter(one => !own.includes(one)) : [...own, ...theirs, channelId]
    for (const one of reached) close(one, purpose)
  }
  for (const { customer_id: id, purpose, channel_id: channelId } of agreed) {
    const both = agreed.some(one => one.customer_id === goes && one.purpose === purpose && one.channel_id === channelId)
    if (id === stays && theirs.includes(channelId) && !both) close(channelId, purpose)
  }
  for (const [channelId, purposes] of shut)
    await addConsent(platform, tx, {
      ...{ workspaceId, customerId: stays, channelIds: [channelId], purposes: [...purposes] },
      ...{ act: 'withdrawn', how: 'joined', event: `merged:${mergeId}` },
    })
}
