import type {
  approvalBody,
  attachBody,
  rejectionBody,
  UnmatchedReason,
} from '#shared/contracts/billing/billing-desk.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { findOrder } from '../../orders/order.ts'
import { settleOrderIn } from '../../payments/settle-order.ts'
import type { Outcome } from '../../orders/evidence.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import { evidenceOf, saveMovement } from './take-movement.ts'

export type OpenProof = {
  id: string
  order_id: string
  workspace_id: string
  workspace: string | null
  memo_code: string
  amount: number
  due: number
  reference: string | null
  created_at: Date
  file_id: string
  /** other proofs with the identical picture, a reason for suspicion */
  same_picture: number
}

export async function listOpenProofs(platform: Platform): Promise<OpenProof[]> {
  return platform.db
    .readAsService<OpenProof>(sql`select p.id, p.order_id, p.workspace_id, w.name as workspace, o.memo_code, o.amount,
      greatest(0, o.amount - o.credit_used - o.received) as due, p.reference, p.created_at, p.file_id,
      (select count(*)::int from private.payment_proofs s where s.sha256 = p.sha256 and s.id <> p.id) as same_picture
    from private.payment_proofs p join orders o on o.id = p.order_id left join workspaces w on w.id = p.workspace_id
    where p.status = 'submitted' order by p.created_at limit 200`)
}

/** @throws request.not_found, billing.transfer_known. The recorded movement makes a later feed report known */
export async function approveProof(
  platform: Platform,
  operator: Operator,
  { id, amount, booked_date, reference }: { id: string } & z.output<typeof approvalBody>,
): Promise<{ outcome: Outcome }> {
  return platform.db.asService(null, async tx => {
    const proof = await openProof(tx, id)
    await lockSubscription(tx, proof.workspace_id)
    await decide(platform, tx, operator, id, 'approved', null)
    const movement = {
      provider: 'manual' as const,
      externalId: `proof:${id}`,
      accounts: [platform.config.BANK_ACCOUNT],
      direction: 'in' as const,
      amount,
      content: proof.memo_code,
      reference,
      bookedAt: new Date(`${booked_date}T12:00:00+07:00`),
    }
    const verdict = { status: 'matched', orderId: proof.order_id, workspaceId: proof.workspace_id } as const
    const stored = await saveMovement(platform, tx, movement, verdict)
    if (stored === undefined) throw failure('billing.transfer_known')
    const outcome = await settleOrderIn(platform, tx, proof.order_id, evidenceOf(stored, movement))
    await recordReview(platform, tx, operator, proof.workspace_id, 'proof.approved', proof.order_id, {
      amount,
      booked_date,
      reference,
    })
    return { outcome }
  })
}

/** @throws request.not_found. The order keeps waiting */
export async function rejectProof(
  platform: Platform,
  operator: Operator,
  { id, reason }: { id: string } & z.output<typeof rejectionBody>,
): Promise<void> {
  await platform.db.asService(null, async tx => {
    const proof = await openProof(tx, id)
    await lockSubscription(tx, proof.workspace_id)
    await decide(platform, tx, operator, id, 'rejected', reason)
    await sql`update orders set status_detail = case when received > 0 then 'partial' when period_start <= ${platform.clock.now()} and kind = 'renewal' then 'unpaid' else 'waiting' end
      where id = ${proof.order_id} and status = 'processing' and status_detail = 'proof_review'`.execute(tx)
    await recordReview(platform, tx, operator, proof.workspace_id, 'proof.rejected', proof.order_id, { reason })
  })
}

export type UnmatchedTransfer = {
  id: string
  amount: number
  content: string
  reference: string | null
  booked_at: Date
  reason: UnmatchedReason | null
  /** orders open within the last day with exactly this amount due: hints, never matched automatically */
  suggestions: { order_id: string; memo_code: string; workspace: string | null }[]
}

export async function listUnmatched(platform: Platform): Promise<UnmatchedTransfer[]> {
  return platform.db
    .readAsService<UnmatchedTransfer>(sql`select t.id, t.amount, t.content, t.reference, t.booked_at, t.reason,
      coalesce((select jsonb_agg(jsonb_build_object('order_id', o.id, 'memo_code', o.memo_code, 'workspace', w.name) order by o.created_at)
        from orders o left join workspaces w on w.id = o.workspace_id
        where o.method = 'bank' and o.status <> 'success' and o.amount - o.credit_used - o.received = t.amount
          and o.created_at between t.booked_at - interval '24 hours' and t.booked_at + interval '24 hours'), '[]') as suggestions
    from private.bank_transactions t where t.status = 'unmatched' order by t.recorded_at limit 200`)
}

/** @throws request.not_found, request.conflict */
export async function attachTransfer(
  platform: Platform,
  operator: Operator,
  { id, ...whose }: { id: string } & z.output<typeof attachBody>,
): Promise<{ outcome: Outcome }> {
  return platform.db.asService(null, async tx => {
    const orderId = 'order_id' in whose ? whose.order_id : await orderOfCode(tx, whose.memo_code)
    const order = await findOrder(tx, orderId)
    if (order?.method !== 'bank') throw failure('request.not_found')
    await lockSubscription(tx, order.workspace_id)
    const { rows } = await sql<{ amount: number; booked_at: Date }>`update private.bank_transactions
      set status = 'matched', reason = null, order_id = ${orderId}, workspace_id = ${order.workspace_id}, attached_by = ${operator.personId}
      where id = ${id} and status = 'unmatched' returning amount, booked_at`.execute(tx)
    const [transfer] = rows
    if (!transfer) throw failure('request.conflict')
    const evidence = evidenceOf(id, { amount: transfer.amount, bookedAt: transfer.booked_at })
    const outcome = await settleOrderIn(platform, tx, orderId, { ...evidence, from: 'unmatched' })
    await recordReview(platform, tx, operator, order.workspace_id, 'transfer.attached', orderId, {
      transaction_id: id,
      amount: transfer.amount,
    })
    return { outcome }
  })
}

async function orderOfCode(tx: Tx, code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from orders where memo_code = ${code}`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  return rows[0].id
}

async function openProof(tx: Tx, id: string): Promise<{ order_id: string; workspace_id: string; memo_code: string }> {
  const { rows } = await sql<{
    order_id: string
    workspace_id: string
    memo_code: string
  }>`select p.order_id, p.workspace_id, o.memo_code
    from private.payment_proofs p join orders o on o.id = p.order_id where p.id = ${id}`.execute(tx)
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}

async function decide(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  id: string,
  status: 'approved' | 'rejected',
  reason: string | null,
): Promise<void> {
  const { rows } =
    await sql`update private.payment_proofs set status = ${status}, reason = ${reason}, reviewer = ${operator.personId}, decided_at = ${platform.clock.now()}
    where id = ${id} and status = 'submitted' returning id`.execute(tx)
  if (rows.length === 0) throw failure('request.conflict')
}

async function recordReview(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  workspaceId: string,
  action: string,
  target: string,
  meta: Record<string, unknown>,
): Promise<void> {
  await recordOperatorAct(platform, tx, operator, { workspaceId, action, target, meta })
}
