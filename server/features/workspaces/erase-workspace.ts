import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

/** Books and their records are kept ten years by law (Luật Kế toán 88/2015/QH13, article 41); the log has its own retention. */
const retainedTables = [
  'invoices',
  'orders',
  'refunds',
  'subscriptions',
  'plans',
  'offers',
  'payments',
  'bank_transactions',
  'payment_proofs',
  'payment_disputes',
  'refused_payments',
  'billing_notices',
  'stripe_customers',
  'referrals',
  'commissions',
  'withdrawals',
  'audit_log',
  'changes',
  'events',
]

/** Files lie under the workspace's id. Receipts and proofs stay with the books. */
const buckets = ['sources', 'attachments', 'avatars']

/** Covers every table of the workspace. Idempotent. */
export async function eraseWorkspace(
  platform: Platform,
  { workspace_id: workspaceId }: { workspace_id: string },
): Promise<void> {
  await platform.db.asService(workspaceId, async tx => {
    const gone = await sql`select id from workspaces where id = ${workspaceId} and deleted_at is not null`.execute(tx)
    if (gone.rows.length === 0) return
    const { rows: tables } = await sql<{ schema: string; name: string }>`select c.table_schema as schema,
        c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.column_name = 'workspace_id' and c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE'
      order by 1, 2`.execute(tx)
    for (const { schema, name } of tables) {
      if (!retainedTables.includes(name))
        await sql`delete from ${sql.id(schema, name)} where workspace_id = ${workspaceId}`.execute(tx)
    }
    await sql`delete from storage.objects where bucket_id = any (${buckets}::text[])
      and name like ${`${workspaceId}/%`}`.execute(tx)
    // Receipts name the buyer; the row stays because they reference it.
    await sql`update workspaces set name = '', company = null, tax_id = null, address = null, invoice_email = null
      where id = ${workspaceId}`.execute(tx)
  })
}
