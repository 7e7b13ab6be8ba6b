import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Run } from './run-row.ts'

/** Includes runs of merged customers, but not repeated passes. 'sending': the other one's outcome is not known yet. */
export async function hadStep(tx: Tx, run: Run, step: string): Promise<'had' | 'sending' | undefined> {
  const { id, workspace_id: workspaceId, sequence_id: sequenceId, customer_id: customerId } = run
  const again = run.plan.again_after_days
  const isOneWay =
    again === null
      ? sql`true`
      : sql`abs(extract(epoch from r.entered_at - ${run.entered_at}::timestamptz)) * 1000 < ${days(again)}`
  const path = (did: string) => sql`r.path @> ${JSON.stringify([{ step, did }])}::jsonb`
  const stands = sql`r.id <> ${id} and r.step = ${step}`
  const { rows } = await sql<{ had: boolean; sending: boolean }>`select
      coalesce(bool_or(${path('sent')} or ${path('unsure')}
        or (${stands} and (m.status in ('sent', 'delivered', 'read') or (m.status = 'unsure' and m.check_at is null)))), false) as had,
      coalesce(bool_or(${stands} and (m.status = 'sending' or (m.status = 'unsure' and m.check_at is not null))), false) as sending
    from private.sequence_runs r left join messages m on m.workspace_id = r.workspace_id and m.id = r.message_id
    where r.workspace_id = ${workspaceId} and r.sequence_id = ${sequenceId} and (r.id = ${id} or ${isOneWay}) and r.id in (
      select t.id from private.sequence_runs t where t.workspace_id = ${workspaceId} and t.sequence_id = ${sequenceId} and t.customer_id in (
        select c.id from customers c where c.workspace_id = ${workspaceId} and (c.id = ${customerId} or c.merged_into = ${customerId}))
      union select t.id from private.sequence_runs t where t.workspace_id = ${workspaceId} and t.sequence_id = ${sequenceId} and t.contact_id in (
        select k.id from contacts k where k.workspace_id = ${workspaceId} and k.customer_id = ${customerId}))`.execute(
    tx,
  )
  if (rows[0]?.had) return 'had'
  return rows[0]?.sending ? 'sending' : undefined
}
