import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { recordRefusedReturned, recordRefusedStuck, type RefusedPayment } from '../../payments/refused-payments.ts'
import { paymentIntentOf } from './payment-intent.ts'
import { deleteAtStripe, readStripe, StripeError, postToStripe } from './stripe-api.ts'
import { listOf, stripeId, stripeRefund } from './stripe-objects.ts'

/** Ends the subscription behind a payment in another currency and refunds it. A refusal waits for an operator. Idempotent. */
export async function returnRefusedAtStripe(platform: Platform, payment: RefusedPayment): Promise<void> {
  const { id, workspace_id: workspaceId, reference, subscription } = payment
  if (subscription) await endSubscription(platform, workspaceId, subscription)
  const paymentIntent = await paymentIntentOf(platform, reference)
  const form = { payment_intent: paymentIntent, metadata: { refused_id: id } }
  try {
    await postToStripe(platform, '/refunds', form, `refused:${id}`, stripeRefund)
  } catch (error) {
    const isRefused = error instanceof StripeError && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!isRefused) throw error
    await platform.db.asService(null, tx => recordRefusedStuck(tx, payment, error.message))
  }
  await checkReturned(platform, payment, paymentIntent)
}

export async function checkReturned(platform: Platform, payment: RefusedPayment, paymentIntent: string): Promise<void> {
  const query = { payment_intent: paymentIntent, limit: 100 }
  const { data } = await readStripe(platform, '/refunds', query, listOf(stripeRefund))
  const back = data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)
  const failed = data.find(({ status }) => status === 'failed' || status === 'canceled')
  await platform.db.asService(null, async tx => {
    if (back >= payment.amount) await recordRefusedReturned(platform, tx, payment)
    else if (failed) await recordRefusedStuck(tx, payment, failed.failure_reason ?? String(failed.status))
  })
}

/** Ended here first, so that its end at Stripe does not end the plan. */
async function endSubscription(platform: Platform, workspaceId: string, id: string): Promise<void> {
  await platform.db.asService(workspaceId, tx =>
    sql`update subscriptions set provider_subscription = null
      where workspace_id = ${workspaceId} and provider_subscription = ${id}`.execute(tx),
  )
  await deleteAtStripe(platform, `/subscriptions/${encodeURIComponent(id)}`, stripeId).catch((error: unknown) => {
    if (!(error instanceof StripeError) || ![400, 404].includes(error.status)) throw error
  })
}
