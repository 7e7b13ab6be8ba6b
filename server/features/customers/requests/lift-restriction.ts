import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { retryDeadlock } from '#platform/sql/retry-deadlock.ts'
import { storableText } from '#platform/text/storable-text.ts'
import type { liftedRestriction } from '#shared/contracts/customers/data-requests.contract.ts'
import { addConsent, type Purpose } from '../consent/consent-ledger.ts'

type Place = { workspaceId: string; customerId: string }

/**
 * At the customer's word, written down as the reason. Ends every restriction and objection of theirs; gives no consent back.
 * @throws request.not_found, customer.not_restricted, customer.restricted_otherwise, data_request.word_missing
 */
export async function liftRestriction(
  platform: Platform,
  caller: Caller,
  { id, why: written, seen }: { id: string } & z.output<typeof liftedRestriction>,
): Promise<{ id: string }> {
  const { workspaceId, personId } = caller
  const why = storableText(written)
  if (why.length < 3) throw failure('data_request.word_missing', { field: 'why' })
  return retryDeadlock(() =>
    platform.db.asService(workspaceId, async tx => {
      const { rows } = await sql<{
        id: string
      }>`select id from customers where workspace_id = ${workspaceId} and erased_at is null
          and id = (select coalesce(merged_into, id) from customers where workspace_id = ${workspaceId} and id = ${id})
        for no key update`.execute(tx)
      const customerId = rows[0]?.id
      if (!customerId) throw failure('request.not_found')
      // One may have come since the screen was read.
      const { rows: others } = await sql`select from data_requests r where ${holding({ workspaceId, customerId })}
        and r.id <> all (${seen ?? null}::uuid[]) limit 1`.execute(tx)
      if (others.length > 0) throw failure('customer.restricted_otherwise')
      await sql`update data_requests r set lifted_at = ${platform.clock.now()}, lifted_by = ${personId}, lifted_why = ${why}
        where ${holding({ workspaceId, customerId })}`.execute(tx)
      if (!(await free(tx, workspaceId, customerId))) throw failure('customer.not_restricted')
      await recordInAuditLog(platform, tx, caller, 'customer.restriction-lifted', customerId)
      return { id: customerId }
    }),
  )
}

/** What holds of a customer and of whoever was merged into them, as a condition on alias `r`. */
function holding({ workspaceId, customerId }: Place) {
  return sql`r.workspace_id = ${workspaceId} and r.kind in ('restrict', 'object') and r.outcome is distinct from 'refused'
    and r.lifted_at is null and r.customer_id in (select m.id from customers m where m.workspace_id = ${workspaceId}
      and (m.id = ${customerId} or m.merged_into = ${customerId}))`
}

/** When they last did; undefined: no objection holds. */
export async function objectedAt(tx: Tx, place: Place): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`select r.created_at as at from data_requests r
    where ${holding(place)} and r.kind = 'object' order by r.created_at desc limit 1`.execute(tx)
  return rows[0]?.at
}

export async function hasObjected(tx: Tx, place: Place): Promise<boolean> {
  return (await objectedAt(tx, place)) !== undefined
}

/**
 * By consent in the customer's own words, to `agreed` on this channel: what the objection stopped besides stays refused, since
 * consents do not spread. A restriction is lifted by a person alone: returns whether one still holds. The caller has locked the contacts.
 */
export async function endObjections(
  platform: Platform,
  tx: Tx,
  place: Place,
  by: { channelId: string; messageId: string; agreed: Purpose[] },
): Promise<boolean> {
  const { workspaceId, customerId } = place
  await holdCustomers(tx, workspaceId, customerId)
  const { rows: ended } = await sql`update data_requests r set lifted_at = ${platform.clock.now()}
    where ${holding(place)} and r.kind = 'object' returning 1`.execute(tx)
  if (ended.length > 0) {
    await refuseBesides(platform, tx, place, by)
    await free(tx, workspaceId, customerId)
    const caller = { workspaceId, personId: null }
    await recordInAuditLog(platform, tx, caller, 'customer.objection-ended', customerId)
  }
  const { rows } = await sql`select from customers where workspace_id = ${workspaceId} and id = ${customerId}
    and restricted_at is not null`.execute(tx)
  return rows.length > 0
}

const stopped: Purpose[] = ['promotion', 'care']

async function refuseBesides(
  platform: Platform,
  tx: Tx,
  { workspaceId, customerId }: Place,
  { channelId, messageId, agreed }: { channelId: string; messageId: string; agreed: Purpose[] },
): Promise<void> {
  const act = { workspaceId, customerId, act: 'withdrawn', how: 'message', messageId } as const
  const event = `objected:${messageId}`
  const others = await channelsBesides(tx, { workspaceId, customerId }, channelId)
  if (others.length > 0) await addConsent(platform, tx, { ...act, channelIds: others, purposes: stopped, event })
  const purposes = stopped.filter(one => !agreed.includes(one))
  if (purposes.length > 0) await addConsent(platform, tx, { ...act, channelIds: [channelId], purposes, event })
}

/** Imported customers may have consented on a channel on which they never wrote. */
async function channelsBesides(tx: Tx, { workspaceId, customerId }: Place, channelId: string): Promise<string[]> {
  const { rows } = await sql<{ channel_id: string }>`select channel_id from contacts
      where workspace_id = ${workspaceId} and customer_id = ${customerId} and channel_id <> ${channelId}
    union select channel_id from consent_states
      where workspace_id = ${workspaceId} and customer_id = ${customerId} and channel_id <> ${channelId}
    order by channel_id`.execute(tx)
  return rows.map(one => one.channel_id)
}

function everyoneOf(workspaceId: string, customerId: string) {
  return sql`select id from customers where workspace_id = ${workspaceId} and (id = ${customerId} or merged_into = ${customerId}
      or id = (select merged_into from customers where workspace_id = ${workspaceId} and id = ${customerId}))
    order by id for no key update`
}

/** The customer, whom they were merged into and who was merged into them: always before their requests, lest two wait for each other. */
export async function holdCustomers(tx: Tx, workspaceId: string, customerId: string): Promise<void> {
  await everyoneOf(workspaceId, customerId).execute(tx)
}

/** The customer, whom they were merged into and who was merged into them, unless a request of either holds. Returns whether anybody was freed. */
export async function free(tx: Tx, workspaceId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql`update customers cu set restricted_at = null
    where workspace_id = ${workspaceId} and id in (${everyoneOf(workspaceId, customerId)}) and erased_at is null and restricted_at is not null
    and not exists (select from data_requests r join customers m on m.workspace_id = r.workspace_id and m.id = r.customer_id
      where r.workspace_id = cu.workspace_id and (m.id = cu.id or m.merged_into = cu.id)
        and r.kind in ('restrict', 'object') and r.outcome is distinct from 'refused' and r.lifted_at is null)
    returning 1`.execute(tx)
  return rows.length > 0
}
