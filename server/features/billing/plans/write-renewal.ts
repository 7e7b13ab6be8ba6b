import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { nextPeriod, worthOf } from '#shared/rules/money/billing-period.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { PaymentMethod } from '../methods/method.ts'
import { writeOrder } from '../orders/open-order.ts'
import type { Order } from '../orders/order.ts'
import { renewalPrice } from '../prices/prices.ts'
import { isPaid, nextPlan, type Subscription } from '../orders/subscription-lock.ts'

/** For the plan as it will be, at the promised price; undefined if there is nothing to renew. */
export async function writeRenewal(
  platform: Platform,
  tx: Tx,
  subscription: Subscription,
  by: { method: PaymentMethod; currency: Currency; createdBy: string | null },
): Promise<Order | undefined> {
  const { paid_until: start, time_zone: zone } = subscription
  if (!start || !isPaid(subscription)) return undefined
  const { plan, interval } = nextPlan(subscription)
  const price = await renewalPrice(tx, subscription, { plan, interval, currency: by.currency }, start)
  if (!price) return undefined
  const period = nextPeriod(start, interval, zone)
  return writeOrder(platform, tx, subscription, {
    kind: 'renewal',
    price,
    method: by.method,
    period,
    listAmount: worthOf(price.amount, price.interval, period, zone),
    createdBy: by.createdBy,
  })
}
