import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { type Merge, undoMerge } from '../merging/split-customer.ts'
import { eraseCustomer } from './erase-customer.ts'
import type { Erasure } from './erasure.ts'

/** In a backup that is older than the erasure. May run twice. Who came back since has another id. */
export async function eraseAgain(platform: Platform, erasure: Erasure): Promise<void> {
  const { workspace_id: ws, customer_id: id, merged, refused } = erasure
  const they = [id, ...merged]
  const found = await platform.db.asService(ws, async tx => {
    await partFromOthers(platform, tx, ws, they)
    const now = platform.clock.now()
    const { rows } = await sql<{ id: string }>`update customers
      set erased_at = coalesce(erased_at, ${now}), restricted_at = coalesce(restricted_at, ${now})
      where workspace_id = ${ws} and id = any (${they}::uuid[]) and merged_into is null returning id`.execute(tx)
    return rows
  })
  for (const one of found) await eraseCustomer(platform, { workspace_id: ws, customer_id: one.id, refused })
}

/** A backup may be older than a split: whoever is not erased is split off first. */
async function partFromOthers(platform: Platform, tx: Tx, ws: string, they: string[]): Promise<void> {
  const { rows } = await sql<Merge & { customer_id: string }>`
    select id, customer_id, merged_id, contact_ids, tag_ids, before, merged_at from customer_merges
    where workspace_id = ${ws} and undone_at is null
      and (customer_id = any (${they}::uuid[])) <> (merged_id = any (${they}::uuid[]))
    order by merged_at desc, id desc for update`.execute(tx)
  for (const merge of rows) await undoMerge(platform, tx, { workspaceId: ws, stays: merge.customer_id, merge }, null)
}
