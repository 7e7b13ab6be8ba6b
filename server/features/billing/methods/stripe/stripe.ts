import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { PaymentMethod, RefundOrder } from '../method.ts'
import { openCheckout } from './open-checkout.ts'
import { paymentIntentOf } from './payment-intent.ts'
import { returnRefusedAtStripe } from './refund-refused.ts'
import { StripeError, postToStripe } from './stripe-api.ts'
import { stripeHook } from './stripe-hook.ts'
import { stripeId, stripeRefund } from './stripe-objects.ts'
import { expireSession, takeSession } from './take-session.ts'

/** On Stripe's page; Stripe charges again on the 15th. */
export const stripeMethod: PaymentMethod = {
  kind: 'stripe',
  currencies: ['VND', 'USD'],
  renews: 'itself',
  firstPeriod: 'to the 15th',
  // Longer than the page, which reports its own expiry.
  orderLifeMs: hours(1),
  isSetUp: config => config.STRIPE_SECRET_KEY !== '' && config.STRIPE_WEBHOOK_SECRET !== '',
  details: (_platform, order) => ({ method: 'stripe', checkout_url: order.pay_url }),
  open: openCheckout,
  close: expireSession,
  async poll(platform, order) {
    if (order.provider_ref) await takeSession(platform, order.provider_ref)
  },
  refund: sendBack,
  returnRefused: returnRefusedAtStripe,
  async setRenewing(platform, { providerSubscription }, on) {
    const path = `/subscriptions/${encodeURIComponent(providerSubscription)}`
    await postToStripe(platform, path, { cancel_at_period_end: !on }, undefined, stripeId)
  },
  hooks: [stripeHook],
}

/** @throws StripeError; a retry uses the same key, except after a failed refund */
async function sendBack(platform: Platform, { id, amount, order, reference }: RefundOrder) {
  const [known] = await platform.db.readAsService<{ failed: string | null }>(
    sql`select provider_ref as failed from refunds where id = ${id} and status = 'failed'`,
  )
  const paymentIntent = await paymentIntentOf(platform, reference)
  const form = { payment_intent: paymentIntent, amount, metadata: { refund_id: id } }
  // Stripe stores refusals under the key too: if a part was returned since, the remainder needs another key.
  const base = amount === order.amount - order.credit_used ? `refund:${id}` : `refund:${id}:${amount}`
  const key = known?.failed ? `${base}:${known.failed}` : base
  const refund = await postToStripe(platform, '/refunds', form, key, stripeRefund).catch(async (error: unknown) => {
    // It may already have been refunded in Stripe's dashboard.
    if (error instanceof StripeError && error.status === 400) await findRefunds(platform, paymentIntent)
    throw error
  })
  return { providerRef: refund.id, status: refund.status === 'succeeded' ? ('succeeded' as const) : ('sent' as const) }
}

async function findRefunds(platform: Platform, paymentIntent: string): Promise<void> {
  const job = { kind: 'take refund', key: `take refunds ${paymentIntent}`, payload: { payment_intent: paymentIntent } }
  await platform.db.asService(null, tx => platform.jobs.enqueue(tx, job))
}
