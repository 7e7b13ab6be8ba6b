import { sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import type { Tx } from '#platform/sql/database.ts'

/** Locks the month's row, so that concurrent takers never exceed the budget; false if too little is left. */
export async function takeOfMonth(tx: Tx, workspaceId: string, amount: number, at: Date): Promise<boolean> {
  const { rows } = await sql`with shop as (
      select w.id, ${monthOf(at)} as month, r.money_per_month as max_spent from workspaces w left join campaign_rules r on r.workspace_id = w.id
      where w.id = ${workspaceId})
    insert into private.campaign_spending as s (workspace_id, month, spent)
      select id, month, ${amount}::bigint from shop where max_spent is null or ${amount}::bigint <= max_spent
    on conflict (workspace_id, month) do update set spent = s.spent + excluded.spent
      where s.spent + excluded.spent <= coalesce((select max_spent from shop), s.spent + excluded.spent)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Corrects the month in which it was taken. */
export async function correctMonth(tx: Tx, workspaceId: string, difference: number, at: Date): Promise<void> {
  await sql`update private.campaign_spending s set spent = greatest(0, s.spent + ${difference}::bigint) from workspaces w
    where w.id = ${workspaceId} and s.workspace_id = w.id and s.month = ${monthOf(at)}`.execute(tx)
}
