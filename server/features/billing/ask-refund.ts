import { sql } from 'kysely'
import { z } from 'zod'
import { packUse } from '#features/usage/message-packs.ts'
import { noteOperatorAct, type Operator } from '#features/workspaces/note-operator-act.ts'
import type { Caller } from '#platform/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { refundPolicy, type RefundRuling, ruleRefund } from '#shared/rules/refund.ts'
import { type Order, orderOf } from './order.ts'
import { partsOfOrder } from './parts-given-back.ts'
import { approve, findRefund, type Refund, stepRefund, tellRefund } from './refund.ts'
import { askBackPayment, returnBody } from './return-payment.ts'
import { lockTill } from './till.ts'

const orderBody = z.object({ order_id: z.uuid(), reason: z.string().trim().max(1000).default('') })
/** Of an order, or of one payment that paid for nothing. */
export const refundBody = z.union([orderBody, returnBody])

/** What people see of a refund. */
export type ShownRefund = Pick<
  Refund,
  'id' | 'order_id' | 'amount' | 'currency' | 'path' | 'status' | 'requested_at' | 'due_by'
>

/**
 * Asks for an order's money back. The policy decides at once, for a review by a person, or against it. A payment that paid for
 * nothing goes back without a question.
 * @throws request.not_found, billing.refund_refused with the reason, billing.refund_open, billing.payment_disputed,
 *   billing.credit_spent
 */
export async function askRefund(
  platform: Platform,
  caller: Caller,
  asked: z.output<typeof refundBody>,
): Promise<ShownRefund> {
  const refund = await ('payment_id' in asked
    ? askBackPayment(platform, caller, asked)
    : askForOrder(platform, caller, asked))
  const { id, order_id, amount, currency, path, status, requested_at, due_by } = refund
  return { id, order_id, amount, currency, path, status, requested_at, due_by }
}

function askForOrder(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { order_id: orderId, reason }: z.output<typeof orderBody>,
): Promise<Refund> {
  return platform.db.asService(workspaceId, async tx => {
    await lockTill(tx, workspaceId)
    const order = await orderOf(tx, workspaceId, orderId)
    await refuseDisputed(tx, orderId)
    const usageRatio = await usageSince(platform, tx, order)
    const ruling = await rule(platform, tx, order, usageRatio)
    if (ruling.verdict === 'refused') throw failure('billing.refund_refused', { reason: ruling.reason })
    const written = await writeRefund(platform, tx, order, {
      path: ruling.verdict === 'approved' ? 'auto' : 'review',
      reason,
      usageRatio,
      by: personId,
    })
    if (ruling.verdict === 'review') {
      await tellRefund(platform, tx, written)
      return written
    }
    return approve(platform, tx, written, null)
  })
}

/** What the card's bank is taking back is not given back once more. @throws billing.payment_disputed */
async function refuseDisputed(tx: Tx, orderId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from private.payment_disputes where order_id = ${orderId} and closed_at is null`.execute(tx)
  if (rows.length > 0) throw failure('billing.payment_disputed')
}

/**
 * What the policy says of an order today.
 * @throws request.not_found for one that was not paid, billing.refund_open where it was asked for already
 */
async function rule(platform: Platform, tx: Tx, order: Order, usageRatio: number): Promise<RefundRuling> {
  const now = platform.clock.now()
  if (order.status !== 'success' || !order.settled_at || order.amount === 0) throw failure('request.not_found')
  const { rows } = await sql<{ count: number; open: boolean }>`select
      count(*) filter (where status <> 'rejected' and payment_id is null and not part and (path = 'review' or requested_by is not null)
        and requested_at > ${after(now, -days(365))})::int as count,
      coalesce(bool_or(order_id = ${order.id} and status <> 'rejected' and payment_id is null and not part), false) as open
    from refunds where workspace_id = ${order.workspace_id}`.execute(tx)
  if (rows[0]?.open) throw failure('billing.refund_open')
  const earlierRefunds = rows[0]?.count ?? 0
  return ruleRefund({
    settledAt: order.settled_at,
    now,
    usageRatio,
    kind: 'plan',
    renewal: order.kind === 'renewal',
    earlierRefunds,
  })
}

export type Refundable = { order_id: string; amount: number; currency: string; path: 'auto' | 'review'; until: Date }

/** The paid orders of a workspace whose money it may ask back today, how that is decided, and until when it stays so. */
export async function listRefundable(platform: Platform, tx: Tx, workspaceId: string): Promise<Refundable[]> {
  const { autoWindowDays, guaranteeWindowDays } = refundPolicy
  const { rows } =
    await sql<Order>`select o.* from orders o where workspace_id = ${workspaceId} and status = 'success' and amount > 0
    and settled_at >= ${after(platform.clock.now(), -days(guaranteeWindowDays))}
    and not exists (select from refunds r where r.order_id = o.id and r.status <> 'rejected' and r.payment_id is null and not r.part) order by settled_at desc`.execute(
      tx,
    )
  const found: Refundable[] = []
  for (const order of rows) {
    const ruling = await rule(platform, tx, order, await usageSince(platform, tx, order))
    if (ruling.verdict === 'refused' || !order.settled_at) continue
    const path = ruling.verdict === 'approved' ? 'auto' : 'review'
    const until = after(order.settled_at, days(path === 'auto' ? autoWindowDays : guaranteeWindowDays))
    const amount = order.amount - (await partsOfOrder(tx, order.id))
    found.push({ order_id: order.id, amount, currency: order.currency, path, until })
  }
  return found
}

/** The highest share of a month's messages that was used since the order was paid; of bought messages, the share of these. */
async function usageSince(platform: Platform, tx: Tx, order: Order): Promise<number> {
  const now = platform.clock.now()
  if (order.kind === 'extra') return packUse(tx, order.id, now)
  const { rows } = await sql<{
    ratio: number | null
  }>`select max(used::float8 / nullif(hard_limit - extra, 0)) as ratio from usage_counters
    where workspace_id = ${order.workspace_id} and metric = 'messages' and period_start <= ${now} and period_end > ${order.settled_at}`.execute(
    tx,
  )
  return rows[0]?.ratio ?? 0
}

/** An operator gives back what the policy refuses, with a reason. */
export async function overrideRefund(
  platform: Platform,
  operator: Operator,
  { order_id, reason }: { order_id: string; reason: string },
): Promise<Refund> {
  return platform.db.asService(null, async tx => {
    const { rows } =
      await sql<Order>`select * from orders where id = ${order_id} and status = 'success' and amount > 0`.execute(tx)
    const [order] = rows
    if (!order) throw failure('request.not_found')
    await lockTill(tx, order.workspace_id)
    await refuseDisputed(tx, order.id)
    const usageRatio = await usageSince(platform, tx, order)
    const refund = await writeRefund(platform, tx, order, { path: 'review', reason, usageRatio, by: operator.personId })
    await noteDecision(platform, tx, operator, refund, 'refund.overridden', reason)
    return approve(platform, tx, refund, operator.personId)
  })
}

/**
 * An operator's word on a refund under review.
 * @throws request.not_found, request.conflict where it was decided already, billing.payment_disputed
 */
export async function decideRefund(
  platform: Platform,
  operator: Operator,
  { id, approved, note }: { id: string; approved: boolean; note: string },
): Promise<Refund> {
  return platform.db.asService(null, async tx => {
    const refund = await findRefund(tx, id)
    await lockTill(tx, refund.workspace_id)
    if (approved && refund.payment_id === null) await refuseDisputed(tx, refund.order_id)
    await noteDecision(platform, tx, operator, refund, approved ? 'refund.approved' : 'refund.rejected', note)
    if (approved) return approve(platform, tx, refund, operator.personId)
    const decided = { note, decided_by: operator.personId, decided_at: platform.clock.now() }
    const rejected = await stepRefund(tx, id, 'rejected', decided)
    if (!rejected) throw failure('request.conflict')
    await tellRefund(platform, tx, rejected)
    return rejected
  })
}

async function noteDecision(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  { id, workspace_id: workspaceId, order_id, amount, currency }: Refund,
  action: string,
  reason: string,
): Promise<void> {
  const meta = { order_id, amount, currency, reason }
  await noteOperatorAct(platform, tx, operator, { workspaceId, action, target: id, meta })
}

async function writeRefund(
  platform: Platform,
  tx: Tx,
  order: Order,
  { path, reason, usageRatio, by }: { path: 'auto' | 'review'; reason: string; usageRatio: number; by: string },
): Promise<Refund> {
  const id = newId()
  const amount = order.amount - (await partsOfOrder(tx, order.id))
  const { rows } =
    await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, reason, usage_ratio, requested_by, requested_at)
    values (${id}, ${order.workspace_id}, ${order.id}, ${amount}, ${order.currency}, ${path}, 'requested', ${reason}, ${usageRatio}, ${by}, ${platform.clock.now()})
    on conflict (order_id) where status not in ('rejected') and payment_id is null and not part do nothing returning id`.execute(
      tx,
    )
  if (rows.length === 0) throw failure('billing.refund_open')
  return findRefund(tx, id)
}
