import { sql } from 'kysely'
import { mergeCustomers } from '#features/customers/merging/merge-customers.ts'
import { splitCustomer } from '#features/customers/merging/split-customer.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'

type Customer = string | undefined

export async function merge(
  platform: Platform,
  admin: Caller,
  stays: Customer,
  goes: Customer,
): Promise<object | undefined> {
  if (!stays || !goes) return undefined
  await mergeCustomers(platform, admin, { customer_id: stays, merged_id: goes })
  return {}
}

export async function part(platform: Platform, admin: Caller, id: Customer): Promise<object | undefined> {
  if (!id) return undefined
  const { rows } = await platform.db.asService(admin.workspaceId, tx =>
    sql<{ id: string }>`select id from customer_merges where workspace_id = ${admin.workspaceId} and customer_id = ${id}
      and undone_at is null order by merged_at desc, id desc limit 1`.execute(tx),
  )
  if (!rows[0]) return undefined
  await splitCustomer(platform, admin, { id, merge_id: rows[0].id })
  return {}
}
