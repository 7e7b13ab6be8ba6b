import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { postToStripe } from './stripe-api.ts'
import { stripeId } from './stripe-objects.ts'

/** Created and saved before the first page, so that no customer is left without an owner. */
export async function customerOf(platform: Platform, workspaceId: string): Promise<string> {
  const known = await platform.db.asService(workspaceId, tx => knownCustomer(tx, workspaceId))
  if (known) return known
  const [who] = await platform.db.readAsService<{
    name: string
    email: string | null
  }>(sql`select coalesce(w.company, w.name) as name,
      coalesce(w.invoice_email, (select m.email from members m where m.workspace_id = w.id and m.role = 'admin' and m.status = 'active'
        order by m.joined_at limit 1)) as email
    from workspaces w where w.id = ${workspaceId}`)
  const form = {
    name: who?.name ?? workspaceId,
    email: who?.email ?? undefined,
    metadata: { workspace_id: workspaceId },
  }
  const { id } = await postToStripe(platform, '/customers', form, `customer:${workspaceId}`, stripeId)
  return platform.db.asService(workspaceId, async tx => {
    await sql`insert into private.stripe_customers (workspace_id, customer, created_at)
      values (${workspaceId}, ${id}, ${platform.clock.now()}) on conflict do nothing`.execute(tx)
    return (await knownCustomer(tx, workspaceId)) ?? id
  })
}

export async function knownCustomer(tx: Tx, workspaceId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    customer: string
  }>`select customer from private.stripe_customers where workspace_id = ${workspaceId}`.execute(tx)
  return rows[0]?.customer
}

/** Undefined for a customer that we did not create. */
export async function workspaceOfCustomer(platform: Platform, customer: string): Promise<string | undefined> {
  const rows = await platform.db.readAsService<{ workspace_id: string }>(
    sql`select workspace_id from private.stripe_customers where customer = ${customer}`,
  )
  return rows[0]?.workspace_id
}
