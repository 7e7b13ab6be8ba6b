import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { Interval, OrderedPlan, PaymentMethodKind, PlanCode } from '#shared/words.ts'

export type OrderKind = 'first' | 'renewal' | 'upgrade' | 'extra'
export type OrderDetail =
  | 'created'
  | 'waiting'
  | 'partial'
  | 'proof_review'
  | 'unpaid'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'declined'
  /** paid in another currency, which goes back */
  | 'other_currency'

/** Amounts in the currency's smallest unit, VAT included. */
export type Order = {
  id: string
  workspace_id: string
  kind: OrderKind
  plan: OrderedPlan
  interval: Interval
  price_id: string
  method: PaymentMethodKind
  currency: Currency
  list_amount: number
  discount: number
  unused_value: number
  amount: number
  tax_bp: number
  credit_used: number
  received: number
  status: 'processing' | 'success' | 'failed'
  status_detail: OrderDetail
  memo_code: string
  /** for kind extra: packs of messages */
  packs: number | null
  period_start: Date
  period_end: Date
  from_plan: PlanCode | null
  from_interval: Interval | null
  from_until: Date | null
  provider_ref: string | null
  pay_url: string | null
  terms_version: string
  created_by: string | null
  created_at: Date
  expires_at: Date
  settled_at: Date | null
  failed_at: Date | null
  /** from when it pays for nothing: refunded, or its basis is gone */
  ended_at: Date | null
  /** part that became credit */
  credited: number
}

/** @param lock locks the row; hold the workspace's subscription lock first (`lockSubscription`) */
export async function findOrder(tx: Tx, id: string, lock?: 'lock'): Promise<Order | undefined> {
  const { rows } =
    await sql<Order>`select * from orders where id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(tx)
  return rows[0]
}

/** @throws request.not_found, also for another workspace's order */
export async function orderOf(tx: Tx, workspaceId: string, id: string): Promise<Order> {
  const order = await findOrder(tx, id)
  if (order?.workspace_id !== workspaceId) throw failure('request.not_found')
  return order
}
