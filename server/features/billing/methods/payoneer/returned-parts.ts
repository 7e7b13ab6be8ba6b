import type { returnedBody } from '#shared/contracts/billing/billing-desk.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskReturnedPart } from '#shared/contracts/operator.results.ts'
import type { Order } from '../../orders/order.ts'
import { recordChargeback, paymentBy } from '../../payments/chargeback.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'

/** Payoneer reports a partial refund without its amount, so a person enters it. `isNews`: there may be more than settled. */
export async function recordReturnedPart(
  platform: Platform,
  { id, workspace_id }: Order,
  reference: string,
  isNews: boolean,
): Promise<void> {
  await platform.db.asService(workspace_id, async tx => {
    await lockSubscription(tx, workspace_id)
    const { rows } = await sql`insert into private.returned_parts as r (order_id, workspace_id, reference, reported_at)
      values (${id}, ${workspace_id}, ${reference}, ${platform.clock.now()})
      on conflict (order_id) do update set reported_at = excluded.reported_at, settled_at = null, settled_by = null where ${isNews}
      returning order_id`.execute(tx)
    if (rows.length > 0)
      await platform.jobs.emit(tx, 'payment.odd', { workspace_id, order_id: id, what: 'part_returned' })
  })
}

const booked = sql<number>`(select coalesce(sum(f.amount), 0)::bigint from refunds f where f.order_id = r.order_id
  and (f.payment_id = p.id or f.payment_id is null) and f.status in ('sent', 'succeeded'))`

type ReturnedPart = WithDates<DeskReturnedPart, 'reported_at' | 'paid_at'>

export async function listReturnedParts(platform: Platform): Promise<{ returned_parts: ReturnedPart[] }> {
  const open = await platform.db.readAsService<ReturnedPart>(sql`select r.order_id as id, w.name as workspace,
      p.amount, p.currency, ${booked} as booked, o.memo_code, r.reference, r.reported_at, p.paid_at
    from private.returned_parts r join orders o on o.id = r.order_id
      join private.payments p on p.method = 'payoneer' and p.reference = r.reference
      left join workspaces w on w.id = r.workspace_id
    where r.settled_at is null order by r.reported_at, r.order_id limit 200`)
  return { returned_parts: open }
}

/** @throws request.not_found, request.conflict if settled, billing.returned_total. `total`: all returned so far */
export async function settleReturnedPart(
  platform: Platform,
  operator: Operator,
  { id, total }: { id: string } & z.output<typeof returnedBody>,
): Promise<void> {
  const owner = await platform.db.readAsService<{ workspace_id: string }>(
    sql`select workspace_id from private.returned_parts where order_id = ${id}`,
  )
  const workspaceId = owner[0]?.workspace_id
  if (!workspaceId) throw failure('request.not_found')
  await platform.db.asService(workspaceId, async tx => {
    await lockSubscription(tx, workspaceId)
    const { rows } = await sql<{ reference: string; held: number; paid: number }>`update private.returned_parts r
      set settled_at = ${platform.clock.now()}, settled_by = ${operator.personId} from private.payments p
      where r.order_id = ${id} and r.settled_at is null and p.method = 'payoneer' and p.reference = r.reference
      returning r.reference, ${booked} as held, p.amount as paid`.execute(tx)
    const [waiting] = rows
    if (!waiting) throw failure('request.conflict')
    const { reference, held, paid } = waiting
    if (total < held || total > paid) throw failure('billing.returned_total', { least: held, most: paid })
    if (total > held) await book(platform, tx, reference, { total, part: total - held, whole: total === paid })
    const meta = { order_id: id, total, before: held }
    await recordOperatorAct(platform, tx, operator, { workspaceId, action: 'returned-part.settled', target: id, meta })
  })
}

async function book(
  platform: Platform,
  tx: Tx,
  longId: string,
  { total, part, whole }: { total: number; part: number; whole: boolean },
): Promise<void> {
  const payment = await paymentBy(tx, 'payoneer', [longId])
  // A full return gets the reference that Payoneer's own report will have.
  const about = whole ? { reference: longId } : { reference: `${longId}:${total}`, amount: part }
  const refund = payment && (await recordChargeback(platform, tx, payment, { ...about, note: 'Payoneer' }))
  if (refund)
    await platform.jobs.enqueue(tx, {
      kind: 'record payoneer refund',
      key: `record payoneer refund ${refund}`,
      payload: { refund_id: refund },
    })
}
