import { type Selectable, sql } from 'kysely'
import { balanceOf, post, reverse } from '#features/billing/payments/ledger.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { Rows } from '#shared/rows.ts'
import { cancelForClawback } from './withdrawal.ts'

/** Its `version` is incremented when the payment is partly refunded or comes back. */
export type Commission = Selectable<Rows['commissions']>

export type CommissionStatus = Commission['status']

/** Requires the workspace's earnings lock. */
export async function moveCommission(
  platform: Platform,
  tx: Tx,
  commission: Commission,
  to: CommissionStatus,
  reason: 'refund' | 'dispute' | 'refused' | null = null,
): Promise<void> {
  if (commission.status === to || commission.status === 'reversed') return
  if (commission.status === 'available') await clawBack(platform, tx, commission)
  if (to === 'reversed') await reverse(platform, tx, earnedKey(commission))
  const turns = to === 'available' ? commission.turns + 1 : commission.turns
  await sql`update commissions set status = ${to}, turns = ${turns}, reason = ${reason}, changed_at = ${platform.clock.now()}
    where id = ${commission.id}`.execute(tx)
  Object.assign(commission, { status: to, turns, reason })
  if (to === 'available') await makeAvailable(platform, tx, commission)
  await notifyCommission(platform, tx, commission)
}

export type Worth = { base: number; amount: number }

/** Requires the earnings lock. Anything paid out beyond the new amount becomes a debt; a reversed commission is pending again. */
export async function reviseCommission(
  platform: Platform,
  tx: Tx,
  commission: Commission,
  worth: Worth,
): Promise<void> {
  const was = { ...commission }
  const { workspace_id: owner, currency } = commission
  const isThere = was.status === 'available'
  Object.assign(commission, worth, {
    version: was.version + 1,
    turns: was.turns + (isThere ? 1 : 0),
    status: was.status === 'reversed' ? 'pending' : was.status,
    reason: null,
  })
  if (isThere) await cover(platform, tx, was, was.amount - worth.amount)
  // The new posting first, so that no account goes below zero on the way.
  await postEarned(platform, tx, commission)
  if (isThere) await postMatured(platform, tx, commission)
  if (isThere) await reverse(platform, tx, maturedKey(was))
  if (was.status !== 'reversed') await reverse(platform, tx, earnedKey(was))
  const { base, amount, version, turns, status, reason } = commission
  await sql`update commissions set base = ${base}, amount = ${amount}, version = ${version}, turns = ${turns}, status = ${status},
      reason = ${reason}, changed_at = ${platform.clock.now()} where id = ${commission.id}`.execute(tx)
  if (isThere) await payDebt(platform, tx, owner, currency)
  if (status !== was.status) await notifyCommission(platform, tx, commission)
}

export async function postEarned(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  const { workspace_id: owner, order_id, amount, currency } = commission
  await post(platform, tx, {
    kind: 'earn',
    key: earnedKey(commission),
    currency,
    meta: { order_id },
    entries: [
      { kind: 'commission_expense', amount: -amount },
      { owner, kind: 'user_pending', amount },
    ],
  })
}

function earnedKey({ id, version }: Commission): string {
  return version === 0 ? `commission:${id}` : `commission:${id}:${version}`
}

export async function notifyCommission(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  const { id, workspace_id, status, amount, currency } = commission
  await platform.jobs.emit(tx, 'commission.changed', { workspace_id, commission_id: id, status, amount, currency })
}

function maturedKey({ id, turns }: Commission): string {
  return `matured:${id}:${turns}`
}

async function makeAvailable(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  await postMatured(platform, tx, commission)
  await payDebt(platform, tx, commission.workspace_id, commission.currency)
}

async function postMatured(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  const { workspace_id: owner, amount, currency } = commission
  await post(platform, tx, {
    kind: 'mature',
    key: maturedKey(commission),
    currency,
    entries: [
      { owner, kind: 'user_pending', amount: -amount },
      { owner, kind: 'user_available', amount },
    ],
  })
}

async function clawBack(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  await cover(platform, tx, commission, commission.amount)
  await reverse(platform, tx, maturedKey(commission))
}

/** Amounts already paid out or spent become a debt against later earnings. */
async function cover(platform: Platform, tx: Tx, commission: Commission, amount: number): Promise<void> {
  const { workspace_id: owner, currency } = commission
  if (amount <= 0) return
  await cancelForClawback(platform, tx, owner, currency, amount)
  const missing = amount - (await balanceOf(tx, owner, 'user_available', currency))
  await post(platform, tx, {
    kind: 'clawback debt',
    key: `debt:${maturedKey(commission)}`,
    currency,
    entries: [
      { owner, kind: 'clawback_receivable', amount: -Math.max(0, missing) },
      { owner, kind: 'user_available', amount: Math.max(0, missing) },
    ],
  })
}

/** Available money pays debts first. Requires the earnings lock. */
export async function payDebt(platform: Platform, tx: Tx, owner: string, currency: Currency): Promise<void> {
  const owed = -(await balanceOf(tx, owner, 'clawback_receivable', currency))
  const amount = Math.min(owed, await balanceOf(tx, owner, 'user_available', currency))
  if (amount <= 0) return
  await post(platform, tx, {
    kind: 'clawback',
    key: `clawback:${newId()}`,
    currency,
    entries: [
      { owner, kind: 'user_available', amount: -amount },
      { owner, kind: 'clawback_receivable', amount },
    ],
  })
}
