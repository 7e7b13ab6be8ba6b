import { sql } from 'kysely'
import { newMemoCode } from '#features/billing/memo-code.ts'
import type { Tx } from '#platform/database.ts'

/** Writes an open order of a month of Pro by transfer, without what an action would do around it. */
export async function writeAnOrder(tx: Tx, workspaceId: string, id: string, now: Date): Promise<void> {
  await sql`insert into orders (id, workspace_id, kind, plan, interval, price_id, method, currency, list_amount, amount, tax_bp, memo_code,
      period_start, period_end, terms_version, created_at, expires_at)
    select ${id}, ${workspaceId}, 'first', 'pro', 'month', id, 'bank', 'VND', 699000, 699000, 800, ${newMemoCode()}, ${now}, ${now}, '1', ${now}, ${now}
    from prices where plan = 'pro' and interval = 'month' and currency = 'VND'`.execute(tx)
}
