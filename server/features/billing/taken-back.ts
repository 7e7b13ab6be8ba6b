import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import { findOrder } from './order.ts'
import { noteReturned, type SparePayment } from './return-payment.ts'
import { lockTill } from './till.ts'

/** A payment, and what has become of it. */
export type KnownPayment = SparePayment & { went_to: 'order' | 'credit' }

/** The payment that a provider knows by one of these names. */
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

/**
 * A provider has given a whole payment back without having been told to: somebody did so in its dashboard, or the card's bank took
 * it. Then it is refunded here like one that was asked for.
 * @returns the refund to end by `refundArrived`; undefined where it is over already
 */
export async function noteTakenBack(
  platform: Platform,
  tx: Tx,
  paid: KnownPayment,
  about: { reference: string; note: string },
): Promise<string | undefined> {
  await lockTill(tx, paid.workspace_id)
  const order = await findOrder(tx, paid.order_id)
  const spare = paid.went_to === 'credit' || order?.status !== 'success'
  const open = await openRefund(tx, paid, spare)
  if (open) return adopt(platform, tx, open, about.reference)
  if (spare) return noteReturned(platform, tx, paid, about.reference)
  const now = platform.clock.now()
  const { rows } = await sql<{
    id: string
  }>`insert into refunds (id, workspace_id, order_id, amount, currency, path, status,
      reason, note, usage_ratio, requested_at, sent_at, provider_ref)
    values (${newId()}, ${paid.workspace_id}, ${paid.order_id}, ${order?.amount}, ${paid.currency}, 'review', 'sent', '',
      ${about.note}, 0, ${now}, ${now}, ${about.reference})
    on conflict (order_id) where status not in ('rejected') and payment_id is null do nothing returning id`.execute(tx)
  return rows[0]?.id
}

type Open = { id: string; status: string }

async function openRefund(tx: Tx, paid: KnownPayment, spare: boolean): Promise<Open | undefined> {
  const { rows } = await sql<Open>`select id, status from refunds where order_id = ${paid.order_id}
    and status <> 'rejected' and ${spare ? sql`payment_id = ${paid.id}` : sql`payment_id is null`} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Who asks for what has just gone back has it. */
async function adopt(platform: Platform, tx: Tx, { id, status }: Open, reference: string): Promise<string | undefined> {
  if (status === 'succeeded') return undefined
  const now = platform.clock.now()
  await sql`update refunds set status = 'sent', decided_at = coalesce(decided_at, ${now}), sent_at = ${now}, provider_ref = ${reference}
    where id = ${id}`.execute(tx)
  return id
}
