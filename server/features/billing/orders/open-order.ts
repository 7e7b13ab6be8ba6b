import { sql } from 'kysely'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { closeOrder } from './close-order.ts'
import { balanceOf, post } from '../payments/ledger.ts'
import { graceMs } from './grace.ts'
import { newMemoCode } from './memo-code.ts'
import { findOrder, type Order, type OrderKind } from './order.ts'
import type { PaymentMethod } from '../methods/method.ts'
import type { Price } from '../prices/prices.ts'
import { taxAt } from '../prices/prices.ts'
import { settleByCredit } from '../payments/settle-order.ts'
import type { Subscription } from './subscription-lock.ts'
import type { PlanCode } from '#shared/words.ts'

/** Version of the sale and refund terms. */
const termsVersion = '2026-11-20'

export type OrderRequest = {
  kind: OrderKind
  price: Omit<Price, 'interval'> & { interval: Price['interval'] | 'once' }
  packs?: number
  method: PaymentMethod
  period: { start: Date; end: Date }
  listAmount: number
  discount?: number
  /** for an upgrade: the plan it leaves, and the value of its remaining time */
  from?: { plan: PlanCode; interval: string; until: Date; unusedValue: number }
  createdBy: string | null
}

/** Hold the subscription lock. Credit in this currency is reserved first; if it covers everything, the order settles at once. */
export async function writeOrder(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  request: OrderRequest,
): Promise<Order> {
  const { kind, price, method, period, listAmount, discount = 0, from } = request
  const workspaceId = subscription.workspace_id
  const now = platform.clock.now()
  const amount = Math.max(0, listAmount - discount - (from?.unusedValue ?? 0))
  const credit = Math.min(amount, await balanceOf(tx, workspaceId, 'user_credit', price.currency))
  const expires = kind === 'renewal' ? after(period.start, graceMs) : after(now, method.orderLifeMs)
  const id = newId()
  const row = {
    id,
    workspace_id: workspaceId,
    kind,
    plan: price.plan,
    // A pack is bought once; the column's value means nothing.
    interval: price.interval === 'once' ? ('month' as const) : price.interval,
    packs: request.packs ?? null,
    price_id: price.id,
    method: method.kind,
    currency: price.currency,
    list_amount: listAmount,
    discount,
    unused_value: from?.unusedValue ?? 0,
    amount,
    tax_bp: await taxAt(tx, now),
    credit_used: credit,
    status_detail: method.open ? ('created' as const) : ('waiting' as const),
    memo_code: await freeCode(tx),
    period_start: period.start,
    period_end: period.end,
    from_plan: from?.plan ?? null,
    from_interval: from?.interval ?? null,
    from_until: from?.until ?? null,
    terms_version: termsVersion,
    created_by: request.createdBy,
    created_at: now,
    expires_at: expires,
  }
  await tx.insertInto('orders').values(row).execute()
  await post(platform, tx, {
    kind: 'set aside',
    key: `credit for ${id}`,
    currency: price.currency,
    entries: [
      { owner: workspaceId, kind: 'user_credit', amount: -credit },
      { owner: workspaceId, kind: 'order_held', amount: credit },
    ],
  })
  await platform.jobs.emit(tx, 'order.opened', { workspace_id: workspaceId, order_id: id, kind })
  const order = await findOrder(tx, id)
  if (!order) throw new Error('The order was not written.')
  await settleByCredit(platform, tx, order, subscription)
  return order
}

export async function openOrderOf(tx: Tx, workspaceId: string, kind: OrderKind): Promise<Order | undefined> {
  const { rows } = await sql<Order>`select * from orders
    where workspace_id = ${workspaceId} and kind = ${kind} and status = 'processing' for no key update`.execute(tx)
  return rows[0]
}

/** Returns the open order if the request is the same, so that a double click opens one. */
export async function reuseOrReplace(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  request: { kind: OrderKind; plan: PlanCode; interval: string; method: string; currency: string; packs?: number },
): Promise<Order | undefined> {
  const open = await openOrderOf(tx, workspaceId, request.kind)
  if (!open) return undefined
  const same =
    open.plan === request.plan &&
    open.interval === request.interval &&
    open.method === request.method &&
    open.currency === request.currency &&
    open.packs === (request.packs ?? null) &&
    open.expires_at > platform.clock.now()
  if (same) return open
  // Part payments become credit, reserved for the new order.
  await closeOrder(platform, tx, open, 'cancelled')
  return undefined
}

/** On a concurrent collision the unique constraint refuses one, which is retried. */
async function freeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = newMemoCode()
    const { rows } = await sql`select 1 from orders where memo_code = ${code}`.execute(tx)
    if (rows.length === 0) return code
  }
}
