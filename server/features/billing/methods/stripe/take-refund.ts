import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { refusedBy } from '../../payments/refused-payments.ts'
import { refundArrived, refundFailed } from '../../refunds/send-refund.ts'
import { recordChargeback, paymentBy } from '../../payments/chargeback.ts'
import { referencesOf } from './payment-intent.ts'
import { checkReturned } from './refund-refused.ts'
import { readStripe } from './stripe-api.ts'
import { listOf, type StripeRefund, stripeRefund } from './stripe-objects.ts'

export async function takeRefund(
  platform: Platform,
  { refund, payment_intent: paymentIntent }: { refund?: string; payment_intent?: string },
): Promise<void> {
  if (refund)
    return actOnRefund(platform, await readStripe(platform, `/refunds/${encodeURIComponent(refund)}`, {}, stripeRefund))
  const query = { payment_intent: paymentIntent, limit: 100 }
  const { data } = await readStripe(platform, '/refunds', query, listOf(stripeRefund))
  for (const one of data) await actOnRefund(platform, one)
}

async function actOnRefund(platform: Platform, refund: StripeRefund): Promise<void> {
  const id = (await refundSentByUs(platform, refund)) ?? (await foreignRefund(platform, refund))
  if (!id) return handleRefused(platform, refund)
  const { id: reference, status, failure_reason: why } = refund
  if (status === 'succeeded') await refundArrived(platform, id, { reference })
  if (status === 'failed' || status === 'canceled') await refundFailed(platform, id, why ?? status, { reference })
}

/** Ours carry our id; the row must belong to the refunded payment. */
async function refundSentByUs(platform: Platform, { id, metadata }: StripeRefund): Promise<string | undefined> {
  const [row] = await platform.db.readAsService<{
    id: string
  }>(sql`select r.id from refunds r join orders o on o.id = r.order_id
    where o.method = 'stripe' and (r.provider_ref = ${id} or r.id::text = ${metadata?.['refund_id'] ?? ''})`)
  return row?.id
}

/** Made in Stripe's dashboard: a full refund ends the plan, a partial one does not. */
async function foreignRefund(platform: Platform, refund: StripeRefund): Promise<string | undefined> {
  if (!refund.payment_intent || refund.status !== 'succeeded') return undefined
  const references = await referencesOf(platform, refund.payment_intent)
  return platform.db.asService(null, async tx => {
    const paid = await paymentBy(tx, 'stripe', references)
    if (!paid) return undefined
    return recordChargeback(platform, tx, paid, { reference: refund.id, note: 'Stripe', amount: refund.amount })
  })
}

async function handleRefused(platform: Platform, { payment_intent: paymentIntent }: StripeRefund): Promise<void> {
  if (!paymentIntent) return
  const references = await referencesOf(platform, paymentIntent)
  const refused = await platform.db.asService(null, tx => refusedBy(tx, 'stripe', references))
  if (refused) await checkReturned(platform, refused, paymentIntent)
}
