import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { refundArrived, refundFailed } from '../../send-refund.ts'
import { lockTill } from '../../till.ts'
import { referencesOf } from './payment-intent.ts'
import { readStripe } from './stripe-api.ts'
import { listOf, type StripeRefund, stripeRefund } from './stripe-objects.ts'

/** The job that asks what became of money that goes back: one refund, or all of a payment. */
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
  const id = (await ownRefund(platform, refund)) ?? (await foreignRefund(platform, refund))
  if (!id) return
  if (refund.status === 'succeeded') await refundArrived(platform, id)
  if (refund.status === 'failed' || refund.status === 'canceled')
    await refundFailed(platform, id, refund.failure_reason ?? refund.status)
}

/** One that we sent bears our id; the row must be of the payment that it gives back. */
async function ownRefund(platform: Platform, { id, metadata }: StripeRefund): Promise<string | undefined> {
  const [row] = await platform.db.readAsService<{
    id: string
  }>(sql`select r.id from refunds r join orders o on o.id = r.order_id
    where o.method = 'stripe' and (r.provider_ref = ${id} or r.id::text = ${metadata?.['refund_id'] ?? ''})`)
  return row?.id
}

/** One that somebody sent in Stripe's dashboard. A whole one ends the plan like ours; a part is for a person to look at. */
async function foreignRefund(platform: Platform, refund: StripeRefund): Promise<string | undefined> {
  if (!refund.payment_intent || refund.status !== 'succeeded') return undefined
  const references = await referencesOf(platform, refund.payment_intent)
  return platform.db.asService(null, async tx => {
    const { rows } = await sql<{ order_id: string; workspace_id: string; amount: number; order_amount: number }>`
      select p.order_id, p.workspace_id, p.amount, o.amount as order_amount from private.payments p join orders o on o.id = p.order_id
      where p.method = 'stripe' and p.reference = any (${references}::text[]) and p.went_to = 'order'`.execute(tx)
    const [paid] = rows
    if (!paid) return undefined
    if (refund.amount < paid.amount) {
      platform.log.error(
        { order: paid.order_id, refund: refund.id },
        'A part was given back at Stripe, and not in the books',
      )
      return undefined
    }
    await lockTill(tx, paid.workspace_id)
    const id = newId()
    const now = platform.clock.now()
    const made =
      await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, reason, note, usage_ratio, requested_at, sent_at, provider_ref)
      values (${id}, ${paid.workspace_id}, ${paid.order_id}, ${paid.order_amount}, ${refund.currency.toUpperCase()}, 'review', 'sent', '', 'Stripe', 0, ${now}, ${now}, ${refund.id})
      on conflict (order_id) where status not in ('rejected') do nothing returning id`.execute(tx)
    return made.rows.length > 0 ? id : undefined
  })
}
