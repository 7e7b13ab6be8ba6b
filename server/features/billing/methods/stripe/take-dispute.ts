import { sql } from 'kysely'
import type { z } from 'zod'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { recordRefusedReturned, refusedBy } from '../../payments/refused-payments.ts'
import { refundArrived } from '../../refunds/send-refund.ts'
import { type KnownPayment, recordChargeback, paymentBy } from '../../payments/chargeback.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import { referencesOf } from './payment-intent.ts'
import { readStripe } from './stripe-api.ts'
import { stripeDispute } from './stripe-objects.ts'

const closed = ['won', 'lost', 'warning_closed']

/** The plan continues while the banks decide; a lost dispute counts as a refund. */
export async function takeDispute(platform: Platform, { dispute: id }: { dispute: string }): Promise<void> {
  const dispute = await readStripe(platform, `/disputes/${encodeURIComponent(id)}`, {}, stripeDispute)
  if (!dispute.payment_intent) return
  const references = await referencesOf(platform, dispute.payment_intent)
  const paid = await platform.db.asService(null, tx => paymentBy(tx, 'stripe', references))
  if (!paid && dispute.status === 'lost') await recordRefusedLost(platform, references)
  if (!paid) return
  await recordDispute(platform, dispute, paid)
  if (dispute.status !== 'lost') return
  const about = { reference: id, note: 'Stripe: dispute lost' }
  const refund = await platform.db.asService(paid.workspace_id, tx => recordChargeback(platform, tx, paid, about))
  if (refund) await refundArrived(platform, refund)
}

async function recordDispute(
  platform: Platform,
  dispute: z.output<typeof stripeDispute>,
  { order_id, workspace_id }: KnownPayment,
): Promise<void> {
  const { id } = dispute
  const now = platform.clock.now()
  await platform.db.asService(workspace_id, async tx => {
    await lockSubscription(tx, workspace_id)
    const endedAt = closed.includes(dispute.status) ? now : null
    const before = await sql<{ closed_at: Date | null }>`select closed_at from private.payment_disputes
      where method = 'stripe' and reference = ${id}`.execute(tx)
    const known = before.rows[0]
    await sql`insert into private.payment_disputes (method, reference, order_id, workspace_id, amount, currency, status, opened_at, closed_at)
      values ('stripe', ${id}, ${order_id}, ${workspace_id}, ${dispute.amount}, ${dispute.currency.toUpperCase()}, ${dispute.status}, ${now}, ${endedAt})
      on conflict (method, reference) do update set status = excluded.status, closed_at = coalesce(payment_disputes.closed_at, excluded.closed_at)`.execute(
      tx,
    )
    if (!known) await platform.jobs.emit(tx, 'dispute.opened', { workspace_id, order_id })
    if (endedAt && !known?.closed_at)
      await platform.jobs.emit(tx, 'dispute.closed', { workspace_id, order_id, won: dispute.status !== 'lost' })
    if (known && (!endedAt || known.closed_at)) return
    const meta = JSON.stringify({ order_id, status: dispute.status })
    await sql`insert into audit_log (id, workspace_id, action, target, meta, at)
      values (${newId()}, ${workspace_id}, ${endedAt ? 'dispute.closed' : 'dispute.opened'}, ${order_id}, ${meta}::jsonb, ${now})`.execute(
      tx,
    )
  })
}

async function recordRefusedLost(platform: Platform, references: string[]): Promise<void> {
  await platform.db.asService(null, async tx => {
    const refused = await refusedBy(tx, 'stripe', references)
    if (refused) await recordRefusedReturned(platform, tx, refused)
  })
}
