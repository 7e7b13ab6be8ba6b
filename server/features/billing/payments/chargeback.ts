import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import { findOrder } from '../orders/order.ts'
import { partsOfOrder, partsOfPayment } from '../credit/refunded-parts.ts'
import { recordReturned, recordReturnedPart, type SparePayment } from './return-payment.ts'
import { lockSubscription } from '../orders/subscription-lock.ts'

export type KnownPayment = SparePayment & { went_to: 'order' | 'credit' }

export async function paymentBy(
  tx: Tx,
  method: PaymentMethodKind,
  references: string[],
): Promise<KnownPayment | undefined> {
  const { rows } =
    await sql<KnownPayment>`select p.id, p.order_id, p.workspace_id, p.method, p.amount, p.currency, p.went_to
    from private.payments p where p.method = ${method} and p.reference = any (${references}::text[])`.execute(tx)
  return rows[0]
}

/** `amount`: in the smallest unit; default: the remainder of the payment. */
type Chargeback = { reference: string; note: string; amount?: number }

/** Returned without our request: booked like a refund, a part only gets a credit note. Undefined if already over. */
export async function recordChargeback(
  platform: Platform,
  tx: Tx,
  paid: KnownPayment,
  about: Chargeback,
): Promise<string | undefined> {
  await lockSubscription(tx, paid.workspace_id)
  const known = await refundNamed(tx, paid, about.reference)
  if (known) return known
  const order = await findOrder(tx, paid.order_id)
  const spare = paid.went_to === 'credit' || order?.status !== 'success'
  const parts = spare ? await partsOfPayment(tx, paid.id) : await partsOfOrder(tx, paid.order_id)
  const left = paid.amount - parts
  if (about.amount !== undefined && about.amount < left)
    return spare
      ? recordReturnedPart(platform, tx, { ...paid, amount: about.amount }, about.reference)
      : recordPart(platform, tx, { ...paid, amount: about.amount }, about)
  const open = await openRefund(tx, paid, spare)
  if (open) return adopt(platform, tx, open, about.reference)
  if (spare) return recordReturned(platform, tx, { ...paid, amount: left }, about.reference)
  return writeChargeback(platform, tx, { ...paid, amount: Number(order?.amount) - parts }, about, false)
}

/** A pending full refund is reduced by it. */
async function recordPart(
  platform: Platform,
  tx: Tx,
  part: KnownPayment,
  about: Chargeback,
): Promise<string | undefined> {
  await sql`update refunds set amount = amount - ${part.amount} where order_id = ${part.order_id}
    and payment_id is null and not part and status in ('requested', 'approved', 'failed')`.execute(tx)
  return writeChargeback(platform, tx, part, about, true)
}

async function writeChargeback(
  platform: Platform,
  tx: Tx,
  { workspace_id, order_id, amount, currency }: KnownPayment,
  { reference, note }: Chargeback,
  part: boolean,
): Promise<string | undefined> {
  const now = platform.clock.now()
  const { rows } = await sql<{
    id: string
  }>`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, part,
      reason, note, usage_ratio, requested_at, sent_at, provider_ref)
    values (${newId()}, ${workspace_id}, ${order_id}, ${amount}, ${currency}, 'review', 'sent', ${part}, '',
      ${note}, 0, ${now}, ${now}, ${reference})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

type Open = { id: string; status: string }

/** Another notification may have reported it at the same time. */
async function refundNamed(tx: Tx, paid: KnownPayment, reference: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from refunds
    where order_id = ${paid.order_id} and provider_ref = ${reference} and status <> 'rejected'`.execute(tx)
  return rows[0]?.id
}

async function openRefund(tx: Tx, paid: KnownPayment, spare: boolean): Promise<Open | undefined> {
  const { rows } = await sql<Open>`select id, status from refunds where order_id = ${paid.order_id} and not part
    and status <> 'rejected' and ${spare ? sql`payment_id = ${paid.id}` : sql`payment_id is null`} for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** A pending request for the returned money is fulfilled by it. */
async function adopt(platform: Platform, tx: Tx, { id, status }: Open, reference: string): Promise<string | undefined> {
  if (status === 'succeeded') return undefined
  const now = platform.clock.now()
  await sql`update refunds set status = 'sent', decided_at = coalesce(decided_at, ${now}), sent_at = ${now}, provider_ref = ${reference}
    where id = ${id}`.execute(tx)
  return id
}
