import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { dueOf } from '../../orders/order-due.ts'
import type { Order } from '../../orders/order.ts'
import { planName } from '../../plans/plan-name.ts'
import { priceById } from '../../prices/prices.ts'
import type { OpenedPayment } from '../method.ts'
import { findStripePrice } from './find-price.ts'
import { customerOf } from './stripe-customer.ts'
import { StripeError, type StripeForm, postToStripe } from './stripe-api.ts'
import { stripeId, stripeSession } from './stripe-objects.ts'

/** Stripe's minimum is 30 minutes by its own clock; one minute is for latency. */
const sessionLifeMs = minutes(31)
/** An older attempt gets a new key, because its page would expire too soon. */
const sameTryMs = seconds(45)
const anchorDay = 15
/** 9:00 in Viet Nam; Stripe's anchor is in UTC. */
const anchorHour = 2

/** First orders are subscriptions renewing on the 15th; others are one-time. Stripe's proration sets the price. */
export async function openCheckout(platform: Platform, order: Order): Promise<OpenedPayment> {
  const { publicUrl } = platform.config
  const customer = await customerOf(platform, order.workspace_id)
  const what = order.kind === 'first' ? await subscriptionForm(platform, order) : await paymentForm(platform, order)
  const { attempt, startedAt } = await beginAttempt(platform, order.id)
  const form: StripeForm = {
    ...what,
    customer,
    client_reference_id: order.id,
    metadata: { order_id: order.id },
    success_url: `${publicUrl}/payment/stripe/success?order=${order.id}&session_id={CHECKOUT_SESSION_ID}`,
    // No other currency, whatever the Stripe account's settings.
    currency: order.currency.toLowerCase(),
    adaptive_pricing: { enabled: false },
    cancel_url: `${publicUrl}/payment/stripe?order=${order.id}`,
    customer_update: { name: 'auto', address: 'auto' },
    tax_id_collection: { enabled: true },
    expires_at: Math.floor(after(startedAt, sessionLifeMs).getTime() / 1000),
  }
  const session = await postToStripe(
    platform,
    '/checkout/sessions',
    form,
    `checkout:${order.id}:v${attempt}`,
    stripeSession,
  ).catch((error: unknown) => refused(platform, order.id, attempt, error))
  if (!session.url) throw new StripeError(200, 'shape', 'a session without an address')
  return {
    providerRef: session.id,
    payUrl: session.url,
    ...(order.kind === 'first' && typeof session.amount_total === 'number' ? { due: session.amount_total } : {}),
  }
}

async function subscriptionForm(platform: Platform, order: Order): Promise<StripeForm> {
  const price = await platform.db.asService(null, tx => priceById(tx, order.price_id))
  const off = order.discount + order.credit_used
  return {
    mode: 'subscription',
    line_items: [{ price: await findStripePrice(platform, price), quantity: 1 }],
    subscription_data: {
      metadata: { order_id: order.id },
      proration_behavior: 'create_prorations',
      billing_cycle_anchor_config: {
        day_of_month: anchorDay,
        hour: anchorHour,
        minute: 0,
        second: 0,
        ...(order.interval === 'year' ? { month: order.period_end.getUTCMonth() + 1 } : {}),
      },
    },
    ...(off > 0 ? { discounts: [{ coupon: await couponOf(platform, order, off) }] } : {}),
  }
}

async function couponOf(platform: Platform, order: Order, off: number): Promise<string> {
  const form = { amount_off: off, currency: order.currency.toLowerCase(), duration: 'once', max_redemptions: 1 }
  return (await postToStripe(platform, '/coupons', form, `coupon:${order.id}:${off}`, stripeId)).id
}

async function paymentForm({ config, db }: Platform, order: Order): Promise<StripeForm> {
  const plan = await db.asService(null, tx => planName(tx, order.plan))
  const what = order.packs ? `${order.packs} × 1000 AI` : `${plan} (${order.interval})`
  const name = `${config.BRAND_NAME} ${what}`
  return {
    mode: 'payment',
    payment_intent_data: { metadata: { order_id: order.id } },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: order.currency.toLowerCase(), unit_amount: dueOf(order), product_data: { name } },
      },
    ],
  }
}

/** Reuses the attempt while recent, so that a lost answer is found by its key. */
async function beginAttempt(platform: Platform, orderId: string): Promise<{ attempt: number; startedAt: Date }> {
  const now = platform.clock.now()
  return platform.db.asService(null, async tx => {
    const { rows } = await sql<{
      attempt: number
      started_at: Date
    }>`insert into private.payment_attempts as a (order_id, started_at)
      values (${orderId}, ${now}) on conflict (order_id) do update set
        attempt = case when a.started_at > ${after(now, -sameTryMs)} then a.attempt else a.attempt + 1 end,
        started_at = case when a.started_at > ${after(now, -sameTryMs)} then a.started_at else ${now} end
      returning attempt, started_at`.execute(tx)
    if (!rows[0]) throw new Error('The attempt was not written.')
    return { attempt: rows[0].attempt, startedAt: rows[0].started_at }
  })
}

/** Stripe stores errors under the key too, so the next attempt needs another. */
async function refused(platform: Platform, orderId: string, attempt: number, error: unknown): Promise<never> {
  if (error instanceof StripeError && error.status >= 400)
    await platform.db.asService(null, tx =>
      sql`update private.payment_attempts set attempt = attempt + 1, started_at = ${platform.clock.now()}
        where order_id = ${orderId} and attempt = ${attempt}`.execute(tx),
    )
  throw error
}
