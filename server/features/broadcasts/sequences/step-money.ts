import { sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import type { Tx } from '#platform/sql/database.ts'
import { correctMonth, takeOfMonth } from '../sending/month-money.ts'

type Whose = { workspace_id: string; sequence_id: string }

/** đồng left in that month */
export async function leftOfSequence(tx: Tx, { workspace_id: workspaceId, sequence_id: id }: Whose, at: Date) {
  const { rows } = await sql<{ left: number }>`select greatest(0, coalesce(s.max_month, 0) - coalesce((
      select p.spent from private.sequence_spending p where p.workspace_id = s.workspace_id and p.sequence_id = s.id
        and p.month = ${monthOf(at)}), 0))::float8 as left
    from sequences s join workspaces w on w.id = s.workspace_id where s.workspace_id = ${workspaceId} and s.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.left ?? 0
}

/** From the sequence's and the shop's monthly budget; false if either has too little: nothing is taken. */
export async function takeOfSequence(tx: Tx, whose: Whose, amount: number, at: Date): Promise<boolean> {
  const { workspace_id: workspaceId, sequence_id: id } = whose
  const { rows } = await sql`with s as (
      select s.workspace_id, s.id, ${monthOf(at)} as month, coalesce(s.max_month, 0) as max_spent from sequences s join workspaces w on w.id = s.workspace_id
      where s.workspace_id = ${workspaceId} and s.id = ${id})
    insert into private.sequence_spending as p (workspace_id, sequence_id, month, spent)
      select workspace_id, id, month, ${amount}::bigint from s where ${amount}::bigint <= max_spent
    on conflict (workspace_id, sequence_id, month) do update set spent = p.spent + excluded.spent
      where p.spent + excluded.spent <= (select max_spent from s)
    returning 1`.execute(tx)
  if (rows.length === 0) return false
  if (await takeOfMonth(tx, workspaceId, amount, at)) return true
  await correctCosts(tx, whose, -amount, at)
  return false
}

/** Corrects the month in which it was taken. */
export async function correctSequence(tx: Tx, whose: Whose, difference: number, at: Date): Promise<void> {
  if (difference === 0) return
  await correctCosts(tx, whose, difference, at)
  await correctMonth(tx, whose.workspace_id, difference, at)
}

async function correctCosts(
  tx: Tx,
  { workspace_id: workspaceId, sequence_id: id }: Whose,
  difference: number,
  at: Date,
) {
  await sql`update private.sequence_spending p set spent = greatest(0, p.spent + ${difference}::bigint) from workspaces w
    where w.id = ${workspaceId} and p.workspace_id = w.id and p.sequence_id = ${id} and p.month = ${monthOf(at)}`.execute(
    tx,
  )
}
