import type { orderBody } from '#shared/contracts/billing/billing.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { chargedPeriod, firstPeriod, worthOf } from '#shared/rules/money/billing-period.ts'
import { type Currency } from '#shared/rules/money/money.ts'
import { closeOrder } from './close-order.ts'
import type { PaymentMethod } from '../methods/method.ts'
import { methodOf, offeredMethod } from '../methods.ts'
import { openOrderOf, reuseOrReplace, writeOrder } from './open-order.ts'
import { findOrder, type Order, orderOf } from './order.ts'
import { dueOf } from './order-due.ts'
import { repriceOrder } from './reprice-order.ts'
import { priceAt } from '../prices/prices.ts'
import { showOrder } from './show-order.ts'
import { isPaid, lockSubscription, type Subscription } from './subscription-lock.ts'
import { writeRenewal } from '../plans/write-renewal.ts'
import { checkOffered } from '../offers/offer.ts'

export type OrderInput = z.output<typeof orderBody>

/**
 * @throws billing.no_plan, billing.already_subscribed, billing.offer_expired, billing.offer_ended, request.not_found. Repeated, it
 * returns the open order
 */
export async function orderPlan(platform: Platform, caller: Caller, input: OrderInput) {
  const method = offeredMethod(platform.config, input.method)
  const currency = currencyOf(method, input.currency)
  const { workspaceId } = caller
  const order = await platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    if (!subscription) throw failure('billing.no_plan')
    if (isPaid(subscription)) return renewalBy(platform, tx, subscription, caller, { ...input, currency }, method)
    await checkOffered(tx, subscription, input.plan, platform.clock.now())
    const open = await reuseOrReplace(platform, tx, workspaceId, { ...input, kind: 'first', currency })
    return open ?? writeFirst(platform, tx, subscription, caller, { ...input, currency }, method)
  })
  return showOrder(platform, await openPayment(platform, order))
}

/** @throws billing.method_off if the method does not take the currency */
export function currencyOf(method: PaymentMethod, asked: Currency | undefined): Currency {
  const currency = asked ?? method.currencies[0]
  if (!method.currencies.includes(currency)) throw failure('billing.method_off')
  return currency
}

type Ordering = (
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  caller: Caller,
  input: OrderInput & { currency: Currency },
  method: PaymentMethod,
) => Promise<Order>

const writeFirst: Ordering = async (platform, tx, subscription, caller, input, method) => {
  const now = platform.clock.now()
  const price = await priceAt(tx, { ...input, workspace_id: subscription.workspace_id }, now)
  if (!price) throw failure('request.not_found')
  const period = (method.firstPeriod ? chargedPeriod : firstPeriod)(now, input.interval, subscription.time_zone)
  const listAmount = worthOf(price.amount, price.interval, period, subscription.time_zone)
  const discount = Math.round((listAmount * subscription.first_discount_bp) / 10_000)
  return writeOrder(platform, tx, subscription, {
    kind: 'first',
    price,
    method,
    period,
    listAmount,
    discount,
    createdBy: caller.personId,
  })
}

const renewalBy: Ordering = async (platform, tx, subscription, caller, input, method) => {
  const open = await openOrderOf(tx, subscription.workspace_id, 'renewal')
  if (!open || open.plan !== input.plan || open.interval !== input.interval) throw failure('billing.already_subscribed')
  if (open.method === input.method && open.currency === input.currency) return open
  await closeOrder(platform, tx, open, 'cancelled')
  const order = await writeRenewal(platform, tx, subscription, {
    method,
    currency: input.currency,
    createdBy: caller.personId,
  })
  if (!order) throw failure('request.not_found')
  return order
}

/** @throws billing.provider_down; safe to retry. Call outside of transactions */
export async function openPayment(platform: Platform, order: Order): Promise<Order> {
  const { open } = methodOf(order.method)
  if (!open || order.status !== 'processing' || order.provider_ref !== null) return order
  const { providerRef, payUrl, due } = await open(platform, order).catch((error: unknown) => {
    platform.log.error({ order: order.id, error }, 'A provider made no page for an order')
    throw failure('billing.provider_down')
  })
  return platform.db.asService(order.workspace_id, async tx => {
    await lockSubscription(tx, order.workspace_id)
    const found = await findOrder(tx, order.id, 'lock')
    if (found && found.provider_ref === null && due !== undefined) await repriceOrder(tx, found, due)
    await sql`update orders set provider_ref = ${providerRef}, pay_url = ${payUrl},
        status_detail = case when status_detail = 'created' then 'waiting' else status_detail end
      where id = ${order.id} and provider_ref is null`.execute(tx)
    return (await findOrder(tx, order.id)) ?? order
  })
}

/** A pending order is polled at the provider first. */
export async function readOrder(platform: Platform, caller: Caller, { id }: { id: string }) {
  const read = () => platform.db.asService(caller.workspaceId, tx => orderOf(tx, caller.workspaceId, id))
  const order = await read()
  const { poll } = methodOf(order.method)
  if (order.status !== 'processing' || dueOf(order) === 0 || !poll) return showOrder(platform, order)
  await poll(platform, order).catch((error: unknown) =>
    platform.log.warn({ order: id, error }, 'A provider could not be asked for an order'),
  )
  return showOrder(platform, await read())
}

/** @throws billing.order_closed, billing.order_partly_paid */
export async function cancelOrder(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  const order = await platform.db.asService(workspaceId, async tx => {
    await lockSubscription(tx, workspaceId)
    await orderOf(tx, workspaceId, id)
    const found = (await findOrder(tx, id, 'lock')) as Order
    if (found.status !== 'processing') throw failure('billing.order_closed')
    if (found.received > 0) throw failure('billing.order_partly_paid')
    await closeOrder(platform, tx, found, 'cancelled')
    return found
  })
  return showOrder(platform, order)
}
