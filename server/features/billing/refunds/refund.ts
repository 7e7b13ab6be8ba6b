import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { refundPolicy } from '#shared/rules/refund.ts'
import { workingDaysAfter } from '#shared/rules/time/working-days.ts'
import { dayIn, mailAdmins } from '../billing-mails.ts'
import { houseZone } from '../invoices/issue-invoice.ts'
import { findOrder } from '../orders/order.ts'

export type RefundStatus = 'requested' | 'approved' | 'rejected' | 'sent' | 'succeeded' | 'failed'

export type Refund = {
  id: string
  workspace_id: string
  order_id: string
  /** the spare payment to return; null: the order's own money */
  payment_id: string | null
  /** a partial refund by the provider; the plan or pack continues */
  part: boolean
  amount: number
  currency: Currency
  path: 'auto' | 'review'
  status: RefundStatus
  reason: string
  note: string | null
  usage_ratio: number
  requested_by: string | null
  requested_at: Date
  decided_by: string | null
  decided_at: Date | null
  due_by: Date | null
  sent_at: Date | null
  done_at: Date | null
  provider_ref: string | null
  /** how often it came back after it had arrived */
  turns: number
  /** sent by a person's transfer, though paid otherwise */
  by_hand: boolean
  /** the refund it was requested and is decided with */
  goes_with: string | null
  /** part taken from credit */
  from_credit: number
}

/** Key of its ledger posting; a new one each time it arrives. */
export function refundKey({ id, turns }: Pick<Refund, 'id' | 'turns'>): string {
  return turns === 0 ? `refund:${id}` : `refund:${id}:${turns}`
}

/** @throws request.not_found */
export async function findRefund(tx: Tx, id: string): Promise<Refund> {
  const { rows } = await sql<Refund>`select * from refunds where id = ${id}`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}

/** The allowed previous states. */
const before: { [status in RefundStatus]: RefundStatus[] } = {
  requested: [],
  approved: ['requested'],
  rejected: ['requested'],
  sent: ['approved', 'failed'],
  succeeded: ['approved', 'sent', 'failed'],
  failed: ['approved', 'sent'],
}

/** Undefined if it is not in a state from which the step is allowed. `change`: further columns. */
export async function stepRefund(
  tx: Tx,
  id: string,
  status: RefundStatus,
  change: Partial<
    Pick<
      Refund,
      'note' | 'decided_by' | 'decided_at' | 'due_by' | 'sent_at' | 'done_at' | 'provider_ref' | 'turns' | 'by_hand'
    >
  >,
  from: RefundStatus[] = before[status],
): Promise<Refund | undefined> {
  return tx
    .updateTable('refunds')
    .set({ status, ...change })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

export async function notifyRefund(platform: Platform, tx: Tx, refund: Refund): Promise<void> {
  const { id, workspace_id, status, amount, currency, note, due_by } = refund
  await platform.jobs.emit(tx, 'refund.changed', { workspace_id, refund_id: id, status })
  if (status === 'sent' || status === 'failed') return
  const body = status === 'succeeded' ? await succeededAs(tx, refund) : (`refund.${status}` as const)
  await mailAdmins(platform, tx, workspace_id, 'refund', ({ language }) => ({
    values: {
      amount: formatMoney(amount, currency, language),
      date: due_by ? dayIn(due_by, language, houseZone) : '',
      note: note ?? '',
    },
    body,
  }))
}

/** A payment without a plan ends none, and the rest of a chain continues. */
async function succeededAs(tx: Tx, { payment_id, part, order_id, workspace_id }: Refund) {
  if (payment_id !== null || part || (await findOrder(tx, order_id))?.kind === 'extra') return 'refund.returned'
  const { rows } =
    await sql`select 1 from subscriptions where workspace_id = ${workspace_id} and status in ('active', 'past_due')`.execute(
      tx,
    )
  return rows.length > 0 ? 'refund.only_it' : 'refund.succeeded'
}

/** @throws request.conflict if decided before. Sets the promised day; a job sends it where the provider can */
export async function approve(platform: Platform, tx: Tx, refund: Refund, by: string | null): Promise<Refund> {
  const now = platform.clock.now()
  const { autoProcessing, reviewProcessing } = refundPolicy
  const [, longest] = refund.path === 'auto' ? autoProcessing : reviewProcessing
  const due = new Date(`${workingDaysAfter(localDate(now, houseZone), longest)}T10:00:00Z`)
  const approved = await stepRefund(tx, refund.id, 'approved', { decided_by: by, decided_at: now, due_by: due })
  if (!approved) throw failure('request.conflict')
  await platform.jobs.enqueue(tx, {
    kind: 'send refund',
    key: `send refund ${refund.id}`,
    payload: { workspace_id: refund.workspace_id, refund_id: refund.id },
  })
  await notifyRefund(platform, tx, approved)
  return approved
}
