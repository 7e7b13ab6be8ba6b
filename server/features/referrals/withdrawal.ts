import { sql } from 'kysely'
import { balanceOf, post, reverse } from '#features/billing/payments/ledger.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { clawedBack } from '#shared/rules/money/referral.ts'
import { mailWithdrawal } from './withdrawal-mails.ts'
import type { Withdrawal, WithdrawalStatus } from './withdrawal-row.ts'

const before: { [status in WithdrawalStatus]: WithdrawalStatus[] } = {
  requested: [],
  approved: ['requested'],
  rejected: ['requested', 'approved'],
  cancelled: ['requested'],
  sent: ['approved'],
  paid: ['sent'],
  failed: ['approved', 'sent'],
}

const givesBack: readonly WithdrawalStatus[] = ['rejected', 'cancelled', 'failed']

export function withdrawalKey(id: string): string {
  return `withdrawal:${id}`
}

/** Requires the earnings lock; call `payDebt` after money goes back. Undefined if it is in another state. */
export async function stepWithdrawal(
  platform: Platform,
  tx: Tx,
  id: string,
  status: WithdrawalStatus,
  change: Partial<Pick<Withdrawal, 'approved_by' | 'approved_at' | 'sent_at' | 'reference' | 'reason'>> = {},
): Promise<Withdrawal | undefined> {
  const over = status === 'paid' || givesBack.includes(status)
  const row = await tx
    .updateTable('withdrawals')
    .set({ status, ...change, ...(over ? { closed_at: platform.clock.now() } : {}) })
    .where('id', '=', id)
    .where('status', 'in', before[status])
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  if (givesBack.includes(status)) await reverse(platform, tx, withdrawalKey(id))
  if (status === 'paid') await payOut(platform, tx, row)
  await notifyWithdrawal(platform, tx, row)
  return row
}

async function payOut(platform: Platform, tx: Tx, { id, workspace_id: owner, amount, currency }: Withdrawal) {
  await post(platform, tx, {
    kind: 'withdrawal paid',
    key: `${withdrawalKey(id)}:paid`,
    currency,
    entries: [
      { owner, kind: 'user_withdrawing', amount: -amount },
      { kind: 'payout_clearing', amount },
    ],
  })
}

export async function notifyWithdrawal(platform: Platform, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { id, workspace_id, status, amount, currency } = withdrawal
  await platform.jobs.emit(tx, 'withdrawal.changed', { workspace_id, withdrawal_id: id, status, amount, currency })
  await mailWithdrawal(platform, tx, withdrawal)
}

/** Cancels unapproved withdrawals, newest first, until the amount is covered. Requires the earnings lock. */
export async function cancelForClawback(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  currency: Currency,
  amount: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from withdrawals
    where workspace_id = ${workspaceId} and currency = ${currency} and status = 'requested'
    order by requested_at desc, id desc`.execute(tx)
  for (const { id } of rows) {
    if ((await balanceOf(tx, workspaceId, 'user_available', currency)) >= amount) return
    await stepWithdrawal(platform, tx, id, 'rejected', { reason: clawedBack })
  }
}
