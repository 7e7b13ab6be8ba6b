import { sql } from 'kysely'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { mergeCustomers } from '../merging/merge-customers.ts'
import { type Merge, undoMerge } from '../merging/split-customer.ts'
import { eraseCustomer } from './erase-customer.ts'
import type { Erasure } from './erasure.ts'

type Undone = Merge & { customer_id: string; merged_by: string }

/** After the restore of a backup older than the erasure. May run twice; whoever came back since has another id. */
export async function eraseAgain(platform: Platform, erasure: Erasure): Promise<void> {
  const { workspace_id: ws, customer_id: id, merged, refused } = erasure
  const they = [id, ...merged]
  const { found, undone } = await platform.db.asService(ws, async tx => {
    const parted = await partFromOthers(platform, tx, ws, they)
    const now = platform.clock.now()
    const { rows } = await sql<{ id: string }>`update customers
      set erased_at = coalesce(erased_at, ${now}), restricted_at = coalesce(restricted_at, ${now})
      where workspace_id = ${ws} and id = any (${they}::uuid[]) and merged_into is null returning id`.execute(tx)
    return { found: rows, undone: parted }
  })
  for (const one of found) await eraseCustomer(platform, { workspace_id: ws, customer_id: one.id, refused })
  const others = undone.filter(one => !they.includes(one.customer_id) && !they.includes(one.merged_id))
  for (const merge of others.toReversed()) await mergeAnew(platform, ws, merge)
}

/**
 * A backup may be older than a split: whoever is not erased is split off first. Contacts are with the last of a chain of merges, and
 * a later merge into the same customer included the earlier ones: these are undone too, the newest first. A merge without `before`
 * had everybody erased together.
 */
async function partFromOthers(platform: Platform, tx: Tx, ws: string, they: string[]): Promise<Undone[]> {
  const { rows } = await sql<Undone>`with recursive due as (
      select id, customer_id, merged_at from customer_merges where workspace_id = ${ws} and undone_at is null and before <> '{}'
        and (customer_id = any (${they}::uuid[])) <> (merged_id = any (${they}::uuid[]))
      union select m.id, m.customer_id, m.merged_at from customer_merges m join due on m.merged_id = due.customer_id
        or m.customer_id = due.customer_id and (m.merged_at, m.id) > (due.merged_at, due.id)
      where m.workspace_id = ${ws} and m.undone_at is null)
    select id, customer_id, merged_id, contact_ids, tag_ids, before, merged_at, merged_by from customer_merges
    where workspace_id = ${ws} and id in (select id from due) order by merged_at desc, id desc for update`.execute(tx)
  for (const merge of rows) await undoMerge(platform, tx, { workspaceId: ws, stays: merge.customer_id, merge }, null)
  return rows
}

/** Those who cannot be merged any more stay split, and so do all if this is killed. */
async function mergeAnew(platform: Platform, ws: string, merge: Undone): Promise<void> {
  const { customer_id, merged_id, merged_by: personId } = merge
  const by = { personId, workspaceId: ws, email: '', role: 'member', language: 'vi' } as const
  try {
    await mergeCustomers(platform, { ...by, claims: { role: 'service_role' } }, { customer_id, merged_id })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}
