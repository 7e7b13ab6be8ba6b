import type { returnBody } from '#shared/contracts/billing/billing.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import { balanceOf, post } from './ledger.ts'
import { approve, findRefund, type Refund } from '../refunds/refund.ts'
import { lockSubscription } from '../orders/subscription-lock.ts'

/** Money without a purpose: credit, or to be returned. */
export type SparePayment = {
  id: string
  order_id: string
  workspace_id: string
  method: PaymentMethodKind
  amount: number
  currency: Currency
}

const left = sql`(p.amount - coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id and r.part and r.status in ('sent', 'succeeded')), 0))::bigint`

const spare = sql`select p.id, p.order_id, p.workspace_id, p.method, ${left} as amount, p.currency
  from private.payments p join orders o on o.id = p.order_id
  where (p.went_to = 'credit' or o.status = 'failed')
    and not exists (select from refunds r where r.payment_id = p.id and r.status <> 'rejected' and not r.part)`

/** Those whose credit is not spent yet, latest first. */
export async function listSpare(tx: Tx, workspaceId: string): Promise<SparePayment[]> {
  const { rows } = await sql<SparePayment>`${spare} and p.workspace_id = ${workspaceId}
    and ${left} <= coalesce((select balance from private.ledger_accounts a
      where a.owner_id = p.workspace_id and a.kind = 'user_credit' and a.currency = p.currency), 0)
    order by p.recorded_at desc, p.id limit 100`.execute(tx)
  return rows
}

/** @throws request.not_found, billing.credit_spent */
export async function askBackPayment(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { payment_id: id }: z.output<typeof returnBody>,
): Promise<Refund> {
  return platform.db.asService(workspaceId, async tx => {
    await lockSubscription(tx, workspaceId)
    const { rows } = await sql<SparePayment>`${spare} and p.workspace_id = ${workspaceId} and p.id = ${id}`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    return returnPayment(platform, tx, rows[0], personId)
  })
}

/** @throws billing.credit_spent. Hold the subscription lock; the credit is taken at once so that it cannot be spent first */
export async function returnPayment(
  platform: Platform,
  tx: Tx,
  payment: SparePayment,
  by: string | null,
): Promise<Refund> {
  const { workspace_id: owner, amount, currency } = payment
  if ((await balanceOf(tx, owner, 'user_credit', currency)) < amount) throw failure('billing.credit_spent')
  const id = await writeReturn(platform, tx, payment, { status: 'requested', by, reference: null })
  if (!id) throw failure('billing.refund_open')
  await takeFromCredit(platform, tx, payment, id)
  return approve(platform, tx, await findRefund(tx, id), null)
}

/** Remaining credit is taken; spent credit becomes a debt to the house. Undefined if known. */
export async function recordReturned(
  platform: Platform,
  tx: Tx,
  payment: SparePayment,
  reference: string,
): Promise<string | undefined> {
  const id = await writeReturn(platform, tx, payment, { status: 'sent', by: null, reference })
  if (id) await takeFromCredit(platform, tx, payment, id)
  return id
}

export async function recordReturnedPart(
  platform: Platform,
  tx: Tx,
  part: SparePayment,
  reference: string,
): Promise<string | undefined> {
  const id = await writeReturn(platform, tx, part, { status: 'sent', by: null, reference, part: true })
  if (id) await takeFromCredit(platform, tx, part, id)
  return id
}

async function writeReturn(
  platform: Platform,
  tx: Tx,
  payment: SparePayment,
  {
    status,
    by,
    reference,
    part = false,
  }: { status: 'requested' | 'sent'; by: string | null; reference: string | null; part?: boolean },
): Promise<string | undefined> {
  const now = platform.clock.now()
  const { rows } = await sql<{
    id: string
  }>`insert into refunds (id, workspace_id, order_id, payment_id, amount, currency,
      path, status, part, usage_ratio, requested_by, requested_at, sent_at, provider_ref)
    values (${newId()}, ${payment.workspace_id}, ${payment.order_id}, ${payment.id}, ${payment.amount}, ${payment.currency},
      'auto', ${status}, ${part}, 0, ${by}, ${now}, ${status === 'sent' ? now : null}, ${reference})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

async function takeFromCredit(platform: Platform, tx: Tx, payment: SparePayment, refundId: string): Promise<void> {
  const { workspace_id: owner, amount, currency, method } = payment
  const credit = Math.min(amount, await balanceOf(tx, owner, 'user_credit', currency))
  await post(platform, tx, {
    kind: 'return',
    key: `refund:${refundId}`,
    currency,
    meta: { order_id: payment.order_id, payment_id: payment.id },
    entries: [
      { owner, kind: 'user_credit', amount: -credit },
      { owner, kind: 'clawback_receivable', amount: credit - amount },
      { kind: `${method}_clearing`, amount },
    ],
  })
}
