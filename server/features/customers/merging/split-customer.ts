import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { retryDeadlock } from '#platform/sql/retry-deadlock.ts'
import type { splitCustomer as splitBody } from '#shared/contracts/customers/customers.contract.ts'
import { addConsent, type Purpose, remakeStates } from '../consent/consent-ledger.ts'
import type { Before } from './merge-customers.ts'

export type Merge = {
  id: string
  merged_id: string
  contact_ids: string[]
  tag_ids: string[]
  before: Before
  merged_at: Date
}
type Place = { workspaceId: string; stays: string; merge: Merge }

const undoFor = days(30)

/**
 * Refusals since the merge count for both; consent given since counts for neither if either of them may have given it.
 * @throws customer.split_refused after 30 days, or if either was merged again since; request.not_found
 */
export async function splitCustomer(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { id: stays, merge_id: mergeId }: { id: string } & z.output<typeof splitBody>,
): Promise<{ id: string; split_id: string }> {
  return retryDeadlock(() =>
    platform.db.asService(workspaceId, async tx => {
      await sql`select from contacts where workspace_id = ${workspaceId} and customer_id = ${stays} order by id for no key update`.execute(
        tx,
      )
      await sql`select from customers where workspace_id = ${workspaceId} and (id = ${stays} or merged_into = ${stays})
      order by id for no key update`.execute(tx)
      const merge = await readMerge(platform, tx, workspaceId, stays, mergeId)
      await undoMerge(platform, tx, { workspaceId, stays, merge }, personId)
      return { id: stays, split_id: merge.merged_id }
    }),
  )
}

/** `by` is null for a restore. Deletes the state before the merge, which may describe somebody erased later. */
export async function undoMerge(platform: Platform, tx: Tx, place: Place, by: string | null): Promise<void> {
  const { workspaceId, stays, merge } = place
  await sql`update customer_merges set undone_at = ${platform.clock.now()}, undone_by = ${by}, before = '{}'
    where workspace_id = ${workspaceId} and id = ${merge.id}`.execute(tx)
  const channelIds = await giveBack(tx, place)
  await settleConsents(platform, tx, place, channelIds)
  const event = { workspace_id: workspaceId, customer_id: stays, split_id: merge.merged_id }
  await platform.jobs.emit(tx, 'customer.split', event)
}

async function readMerge(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  stays: string,
  mergeId: string,
): Promise<Merge> {
  const { rows } = await sql<Merge & { last: boolean; here: boolean }>`
    select m.id, m.merged_id, m.contact_ids, m.tag_ids, m.before, m.merged_at, c.merged_into is null and c.erased_at is null as here,
      not exists (select from customer_merges o where o.workspace_id = m.workspace_id and o.customer_id = m.customer_id
        and o.undone_at is null and (o.merged_at, o.id) > (m.merged_at, m.id)) as last
    from customer_merges m join customers c on c.workspace_id = m.workspace_id and c.id = m.customer_id
    where m.workspace_id = ${workspaceId} and m.id = ${mergeId} and m.customer_id = ${stays} and m.undone_at is null`.execute(
    tx,
  )
  const [merge] = rows
  if (!merge) throw failure('request.not_found')
  if (!merge.here || !merge.last) throw failure('customer.split_refused', { why: 'merged_on' })
  if (after(merge.merged_at, undoFor) <= platform.clock.now())
    throw failure('customer.split_refused', { why: 'too_late' })
  return merge
}

async function giveBack(tx: Tx, { workspaceId, stays, merge }: Place): Promise<string[]> {
  const { before, merged_id: goes } = merge
  const { rows } = await sql<{
    channel_id: string
  }>`update contacts set customer_id = ${goes} where workspace_id = ${workspaceId}
    and customer_id = ${stays} and id = any (${merge.contact_ids}::uuid[]) returning channel_id`.execute(tx)
  await sql`delete from customer_tags where workspace_id = ${workspaceId} and customer_id = ${stays}
    and tag_id = any (${merge.tag_ids}::uuid[])`.execute(tx)
  await sql`update customers cu set
      fields = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(cu.fields)
        where ${JSON.stringify(before.fields)}::jsonb ? key or (f.fields -> key) is distinct from value),
      name = case when cu.name = f.name then ${before.name} else cu.name end,
      language = case when cu.language = f.language then ${before.language} else cu.language end,
      restricted_at = case when cu.restricted_at = f.restricted_at then ${before.restricted_at}::timestamptz else cu.restricted_at end,
      last_seen_at = ${lastSeen(workspaceId, stays)}, version = cu.version + 1
    from customers f where cu.workspace_id = ${workspaceId} and cu.id = ${stays} and f.workspace_id = ${workspaceId} and f.id = ${goes}`.execute(
    tx,
  )
  await sql`update customers set merged_into = null, last_seen_at = ${lastSeen(workspaceId, goes)}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${goes}`.execute(tx)
  await sql`with recursive own as (
      select merged_id from customer_merges where workspace_id = ${workspaceId} and customer_id = ${goes} and undone_at is null
      union select m.merged_id from customer_merges m join own on own.merged_id = m.customer_id
      where m.workspace_id = ${workspaceId} and m.undone_at is null)
    update customers set merged_into = ${goes} where workspace_id = ${workspaceId} and id in (select merged_id from own)`.execute(
    tx,
  )
  return [...new Set(rows.map(row => row.channel_id))]
}

const lastSeen = (workspaceId: string, id: string) => sql`(select max(greatest(k.last_seen_at, v.last_inbound_at))
  from contacts k left join conversations v on v.workspace_id = k.workspace_id and v.contact_id = k.id
  where k.workspace_id = ${workspaceId} and k.customer_id = ${id})`

async function settleConsents(
  platform: Platform,
  tx: Tx,
  { workspaceId, stays, merge }: Place,
  channelIds: string[],
): Promise<void> {
  await remakeStates(tx, workspaceId, stays)
  await remakeStates(tx, workspaceId, merge.merged_id)
  const since = sql`workspace_id = ${workspaceId} and customer_id = ${stays} and at >= ${merge.merged_at}`
  const { rows: refused } = await sql<{ purpose: Purpose }>`select distinct purpose from consents
    where ${since} and act in ('refused', 'withdrawn') and (how <> 'joined' or event like 'split:%:refused' or event like 'joined:%')`.execute(
    tx,
  )
  const { rows: doubtful } = await sql<{
    channel_id: string
    purpose: Purpose
  }>`select distinct channel_id, purpose from consents
    where ${since} and act = 'given' and how <> 'joined' and channel_id = any (${channelIds}::uuid[])
      and (how <> 'message' or message_id in (select m.id from messages m join conversations v on v.id = m.conversation_id
        where v.workspace_id = ${workspaceId} and v.contact_id = any (${merge.contact_ids}::uuid[])))`.execute(tx)
  const parted = { workspaceId, act: 'withdrawn', how: 'joined' } as const
  await addConsent(platform, tx, {
    ...{ ...parted, customerId: merge.merged_id, event: `split:${merge.id}:refused` },
    ...{ channelIds, purposes: refused.map(row => row.purpose) },
  })
  for (const { channel_id: channelId, purpose } of doubtful)
    await addConsent(platform, tx, {
      ...{ ...parted, customerId: stays, event: `split:${merge.id}:doubtful` },
      ...{ channelIds: [channelId], purposes: [purpose] },
    })
}
