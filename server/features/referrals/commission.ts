import { sql } from 'kysely'
import { balanceOf, post, reverse } from '#features/billing/ledger.ts'
import type { Tx } from '#platform/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money.ts'
import { makeRoom } from './withdrawal.ts'

export type CommissionStatus = 'pending' | 'available' | 'held' | 'reversed'

/** A row of `commissions`. */
export type Commission = {
  id: string
  workspace_id: string
  referral_id: string
  order_id: string
  kind: 'first' | 'renewal'
  base: number
  share_bp: number
  amount: number
  currency: Currency
  status: CommissionStatus
  turns: number
  earned_at: Date
  matures_at: Date
  changed_at: Date
  reason: string | null
}

/** Takes a commission to where it belongs, in the books and in its row. Hold the earnings of its workspace. */
export async function moveCommission(
  platform: Platform,
  tx: Tx,
  commission: Commission,
  to: CommissionStatus,
  reason: 'refund' | 'dispute' | 'refused' | null = null,
): Promise<void> {
  if (commission.status === to || commission.status === 'reversed') return
  if (commission.status === 'available') await takeBack(platform, tx, commission)
  if (to === 'reversed') await reverse(platform, tx, earnedKey(commission.id))
  const turns = to === 'available' ? commission.turns + 1 : commission.turns
  await sql`update commissions set status = ${to}, turns = ${turns}, reason = ${reason}, changed_at = ${platform.clock.now()}
    where id = ${commission.id}`.execute(tx)
  Object.assign(commission, { status: to, turns, reason })
  if (to === 'available') await makeAvailable(platform, tx, commission)
  await tellCommission(platform, tx, commission)
}

/** The name of the posting that a commission was earned by. */
export function earnedKey(commissionId: string): string {
  return `commission:${commissionId}`
}

export async function tellCommission(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  const { id, workspace_id, status, amount, currency } = commission
  await platform.jobs.emit(tx, 'commission.changed', { workspace_id, commission_id: id, status, amount, currency })
}

function maturedKey({ id, turns }: Commission): string {
  return `matured:${id}:${turns}`
}

async function makeAvailable(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
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
  await payDebt(platform, tx, owner, currency)
}

/** What was paid out or spent already becomes a debt, which later earnings pay. */
async function takeBack(platform: Platform, tx: Tx, commission: Commission): Promise<void> {
  const { workspace_id: owner, amount, currency } = commission
  await makeRoom(platform, tx, owner, currency, amount)
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
  await reverse(platform, tx, maturedKey(commission))
}

/** Whatever becomes available pays what is owed first. Hold the earnings of the workspace. */
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
