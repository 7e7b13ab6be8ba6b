import { type Selectable, sql } from 'kysely'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskRefusedPayment } from '#shared/contracts/operator.results.ts'
import type { Rows } from '#shared/rows.ts'
import type { PaymentMethodKind } from '#shared/words.ts'

export type RefusedPayment = Omit<
  Selectable<Rows['private.refused_payments']>,
  'reported_at' | 'returned_at' | 'returned_by' | 'note'
>
export const refusedColumns = sql`id, method, reference, order_id, workspace_id, amount, currency, subscription`

export async function refusedBy(
  tx: Tx,
  method: PaymentMethodKind,
  references: string[],
): Promise<RefusedPayment | undefined> {
  const { rows } = await sql<RefusedPayment>`select ${refusedColumns} from private.refused_payments
    where method = ${method} and reference = any (${references}::text[]) and returned_at is null`.execute(tx)
  return rows[0]
}

export async function recordRefusedReturned(platform: Platform, tx: Tx, { id }: RefusedPayment): Promise<void> {
  await sql`update private.refused_payments set returned_at = ${platform.clock.now()}, note = null
    where id = ${id} and returned_at is null`.execute(tx)
}

export async function recordRefusedStuck(tx: Tx, { id }: RefusedPayment, note: string): Promise<void> {
  await sql`update private.refused_payments set note = ${note.slice(0, 500)}
    where id = ${id} and returned_at is null`.execute(tx)
}

export async function listRefused(
  platform: Platform,
): Promise<{ refused_payments: WithDates<DeskRefusedPayment, 'reported_at'>[] }> {
  const refused = await platform.db.readAsService<
    WithDates<DeskRefusedPayment, 'reported_at'>
  >(sql`select p.id, p.method, p.reference, p.amount,
      p.currency, p.note, p.reported_at, o.memo_code, o.currency as order_currency, w.name as workspace
    from private.refused_payments p join orders o on o.id = p.order_id left join workspaces w on w.id = p.workspace_id
    where p.returned_at is null order by p.reported_at, p.id limit 200`)
  return { refused_payments: refused }
}

/** @throws request.not_found, request.conflict if already returned */
export async function refusedReturned(platform: Platform, operator: Operator, { id }: { id: string }) {
  return platform.db.asService(null, async tx => {
    const { rows: known } = await sql<{ workspace_id: string; order_id: string; amount: number; currency: string }>`
      select workspace_id, order_id, amount, currency from private.refused_payments where id = ${id}`.execute(tx)
    const [payment] = known
    if (!payment) throw failure('request.not_found')
    const { rows } =
      await sql`update private.refused_payments set returned_at = ${platform.clock.now()}, returned_by = ${operator.personId}
        where id = ${id} and returned_at is null returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.conflict')
    const { workspace_id: workspaceId, ...meta } = payment
    await recordOperatorAct(platform, tx, operator, {
      workspaceId,
      action: 'refused-payment.returned',
      target: id,
      meta,
    })
    return {}
  })
}
