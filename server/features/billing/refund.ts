import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { type Currency, formatMoney } from '#shared/rules/money.ts'
import { dayIn, mailAdmins } from './billing-mails.ts'
import { houseZone } from './issue-invoice.ts'

export type RefundStatus = 'requested' | 'approved' | 'rejected' | 'sent' | 'succeeded' | 'failed'

/** A row of `refunds`. */
export type Refund = {
  id: string
  workspace_id: string
  order_id: string
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
}

/** @throws request.not_found */
export async function findRefund(tx: Tx, id: string): Promise<Refund> {
  const { rows } = await sql<Refund>`select * from refunds where id = ${id}`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}

/** What each step may come from. */
const before: { [status in RefundStatus]: RefundStatus[] } = {
  requested: [],
  approved: ['requested'],
  rejected: ['requested'],
  sent: ['approved', 'failed'],
  succeeded: ['approved', 'sent', 'failed'],
  failed: ['approved', 'sent'],
}

/**
 * Takes a refund a step on, if it stands where that step begins.
 * @param change further columns
 * @returns undefined where it does not: it was done before, or decided otherwise
 */
export async function stepRefund(
  tx: Tx,
  id: string,
  status: RefundStatus,
  change: Partial<
    Pick<Refund, 'note' | 'decided_by' | 'decided_at' | 'due_by' | 'sent_at' | 'done_at' | 'provider_ref'>
  >,
): Promise<Refund | undefined> {
  const row = await tx
    .updateTable('refunds')
    .set({ status, ...change })
    .where('id', '=', id)
    .where('status', 'in', before[status])
    .returningAll()
    .executeTakeFirst()
  return row as Refund | undefined
}

/** Tells of the new state, by event and to the admins by mail. */
export async function tellRefund(platform: Platform, tx: Tx, refund: Refund): Promise<void> {
  const { id, workspace_id, status, amount, currency, note, due_by } = refund
  await platform.jobs.emit(tx, 'refund.changed', { workspace_id, refund_id: id, status })
  if (status === 'sent' || status === 'failed') return
  await mailAdmins(platform, tx, workspace_id, 'refund', ({ language }) => ({
    values: {
      amount: formatMoney(amount, currency, language),
      date: due_by ? dayIn(due_by, language, houseZone) : '',
      note: note ?? '',
    },
    body: `refund.${status}`,
  }))
}
