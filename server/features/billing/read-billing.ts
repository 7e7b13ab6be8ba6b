import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { listRefundable, type Refundable } from './refunds/rule-refund.ts'
import { listEInvoices, type ShownEInvoice } from './e-invoices/ask-e-invoice.ts'
import { listSpare } from './payments/return-payment.ts'
import { lockSubscription } from './orders/subscription-lock.ts'

export type Billing = {
  credit: { currency: Currency; amount: number }[]
  refundable: Refundable[]
  /** for receipts that have one or will */
  e_invoices: ShownEInvoice[]
  spare: { payment_id: string; order_id: string; amount: number; currency: Currency }[]
}

export async function readBilling(platform: Platform, { workspaceId }: Caller): Promise<Billing> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows: credit } = await sql<
      Billing['credit'][number]
    >`select currency, balance as amount from private.ledger_accounts
      where owner_id = ${workspaceId} and kind = 'user_credit' and balance > 0 order by currency`.execute(tx)
    const spare = (await listSpare(tx, workspaceId)).map(({ id, order_id, amount, currency }) => ({
      payment_id: id,
      order_id,
      amount,
      currency,
    }))
    return {
      credit,
      refundable: await listRefundable(platform, tx, await lockSubscription(tx, workspaceId), workspaceId),
      spare,
      e_invoices: await listEInvoices(tx, workspaceId),
    }
  })
}
