import { sql } from 'kysely'
import { notErased } from '#features/customers/not-erased.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { RecipientState } from '#shared/contracts/campaigns/broadcasts.contract.ts'

export type CustomersBroadcast = {
  id: string
  name: string
  state: RecipientState
  reason: string | null
  at: Date
  answered_at: Date | null
}

/**
 * Includes contacts merged into the customer.
 * @throws request.not_found
 */
export async function listOfCustomer(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<{ broadcasts: CustomersBroadcast[] }> {
  const [known] = await platform.db.readAsService(
    sql`select 1 from customers cu where cu.workspace_id = ${workspaceId} and cu.id = ${id} and ${notErased}`,
  )
  if (!known) throw failure('request.not_found')
  const broadcasts = await platform.db.readAsService(sql<CustomersBroadcast>`
    select b.id, b.name, r.state, r.reason, coalesce(r.sent_at, r.due_at) as at, r.answered_at
    from private.broadcast_recipients r join broadcasts b on b.workspace_id = r.workspace_id and b.id = r.broadcast_id
    where r.workspace_id = ${workspaceId} and r.customer_id in (
      select m.id from customers m where m.workspace_id = ${workspaceId} and (m.id = ${id} or m.merged_into = ${id}))
    order by 5 desc, 1 limit 30`)
  return { broadcasts }
}
