import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { mailAdmins } from '../billing-mails.ts'
import { issueDebitNote } from '../invoices/issue-invoice.ts'
import { balanceOf, post, reverse } from '../payments/ledger.ts'
import { findOrder } from '../orders/order.ts'
import { type Refund, refundKey, stepRefund } from './refund.ts'

/** An arrived refund bounced: books reversed, debit note issued, owed money waits to be sent again. Hold the subscription lock. */
export async function recordReturnedRefund(platform: Platform, tx: Tx, refund: Refund, note: string): Promise<void> {
  const isOwed = await stillOwed(tx, refund)
  const status = isOwed ? 'failed' : 'rejected'
  const back = await stepRefund(tx, refund.id, status, { note, done_at: null, turns: refund.turns + 1 }, ['succeeded'])
  const order = await findOrder(tx, refund.order_id)
  if (!back || !order) return
  if (refund.payment_id === null) {
    await reverse(platform, tx, refundKey(refund))
    await creditedAgain(tx, refund)
    await issueDebitNote(platform, tx, order, refund)
    if (refund.part && !isOwed) await askForWhole(tx, refund)
  } else if (!isOwed) await creditAgain(platform, tx, refund)
  const { workspace_id, id: refund_id, amount, currency } = refund
  // To the customer it failed, whatever follows.
  await platform.jobs.emit(tx, 'refund.changed', { workspace_id, refund_id, status: 'failed' })
  await mailAdmins(platform, tx, workspace_id, 'refund', ({ language }) => ({
    values: { amount: formatMoney(amount, currency, language), date: '', note },
    body: isOwed ? 'refund.came_back' : 'refund.part_came_back',
  }))
}

/** True if it was requested or its plan is over. A provider-side refund of money still in use is not repeated by us. */
async function stillOwed(tx: Tx, { id, order_id, payment_id, part, decided_at }: Refund): Promise<boolean> {
  if (payment_id !== null) return decided_at !== null
  if (!part) return true
  const { rows } =
    await sql`select 1 from refunds where order_id = ${order_id} and id <> ${id} and payment_id is null and not part
    and status in ('sent', 'succeeded') limit 1`.execute(tx)
  return rows.length > 0
}

/** A pending full refund grows by it. */
async function askForWhole(tx: Tx, { order_id, amount }: Refund): Promise<void> {
  await sql`update refunds set amount = amount + ${amount} where order_id = ${order_id}
    and payment_id is null and not part and status in ('requested', 'approved', 'failed')`.execute(tx)
}

/** Restores its credit and cancels the debt. */
async function creditAgain(platform: Platform, tx: Tx, refund: Refund): Promise<void> {
  const { workspace_id: owner, currency } = refund
  await reverse(platform, tx, refundKey(refund))
  // A debt paid in the meantime becomes credit.
  const over = await balanceOf(tx, owner, 'clawback_receivable', currency)
  if (over <= 0) return
  await post(platform, tx, {
    kind: 'credit over',
    key: `over:${refundKey(refund)}`,
    currency,
    entries: [
      { owner, kind: 'clawback_receivable', amount: -over },
      { owner, kind: 'user_credit', amount: over },
    ],
  })
}

async function creditedAgain(tx: Tx, { id, order_id, from_credit: taken }: Refund): Promise<void> {
  if (taken === 0) return
  await sql`update orders set credited = credited + ${taken} where id = ${order_id}`.execute(tx)
  await sql`update refunds set from_credit = 0 where id = ${id}`.execute(tx)
}
