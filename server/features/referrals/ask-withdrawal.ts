import type { withdrawalBody } from '#shared/contracts/billing/referrals.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { balanceOf, NotCovered, post } from '#features/billing/payments/ledger.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type Currency } from '#shared/rules/money/money.ts'
import { withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { payDebt } from './commission.ts'
import { saveWithdrawalDetails, openDetails, payoutAccountOf, usableFrom } from './payout-account.ts'
import { lockEarnings } from './referral-code.ts'
import { requireStrongSession } from './strong-session.ts'
import type { Withdrawal } from './withdrawal-row.ts'
import { stepWithdrawal, notifyWithdrawal, withdrawalKey } from './withdrawal.ts'

export type ShownWithdrawal = Pick<
  Withdrawal,
  'id' | 'amount' | 'currency' | 'method' | 'bank' | 'ending' | 'status' | 'requested_at'
>

/**
 * Reserves the money at once; an operator decides.
 * @throws referrals.second_step_needed, referrals.email_unconfirmed, referrals.too_little, referrals.payout_missing,
 * referrals.payout_new, referrals.not_covered
 */
export async function askWithdrawal(
  platform: Platform,
  caller: Caller,
  { amount, currency }: z.output<typeof withdrawalBody>,
): Promise<ShownWithdrawal> {
  const { workspaceId, personId } = caller
  requireStrongSession(caller)
  if (amount < withdrawalPolicy.min[currency])
    throw failure('referrals.too_little', { least: withdrawalPolicy.min[currency], currency })
  return platform.db
    .asService(workspaceId, async tx => {
      await requireConfirmed(tx, personId)
      await lockEarnings(platform, tx, workspaceId)
      const account = await payoutAccountOf(tx, workspaceId, currency)
      const details = account && (await openDetails(platform, tx, workspaceId, currency))
      if (!account || !details) throw failure('referrals.payout_missing')
      const from = usableFrom(account.replaced_at)
      if (from > platform.clock.now()) throw failure('referrals.payout_new', { usable_from: from.toISOString() })
      const { kind: method, bank, ending } = account
      const withdrawal = await writeWithdrawal(platform, tx, {
        workspace_id: workspaceId,
        amount,
        currency,
        method,
        bank,
        ending,
        requested_by: personId,
      })
      await saveWithdrawalDetails(platform, tx, workspaceId, withdrawal.id, details)
      await recordInAuditLog(platform, tx, caller, 'withdrawal.requested', withdrawal.id, { amount, currency, ending })
      await notifyWithdrawal(platform, tx, withdrawal)
      return show(withdrawal)
    })
    .catch(async (error: unknown) => {
      if (error instanceof NotCovered) throw failure('referrals.not_covered')
      throw error
    })
}

/** @throws request.not_found, request.conflict once approved */
export async function cancelWithdrawal(
  platform: Platform,
  caller: Caller,
  { id }: { id: string },
): Promise<ShownWithdrawal> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await lockEarnings(platform, tx, workspaceId)
    const { rows } = await sql`select 1 from withdrawals where id = ${id} and workspace_id = ${workspaceId}`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const cancelled = await stepWithdrawal(platform, tx, id, 'cancelled')
    if (!cancelled) throw failure('request.conflict')
    await payDebt(platform, tx, workspaceId, cancelled.currency)
    await recordInAuditLog(platform, tx, caller, 'withdrawal.cancelled', id)
    return show(cancelled)
  })
}

/**
 * As workspace credit, for its next orders.
 * @throws referrals.not_covered
 */
export async function spendEarnings(
  platform: Platform,
  caller: Caller,
  { amount, currency }: z.output<typeof withdrawalBody>,
): Promise<{ credit: number; available: number; currency: Currency }> {
  const { workspaceId: owner } = caller
  return platform.db
    .asService(owner, async tx => {
      await lockEarnings(platform, tx, owner)
      await post(platform, tx, {
        kind: 'spend earnings',
        key: `spend:${newId()}`,
        currency,
        entries: [
          { owner, kind: 'user_available', amount: -amount },
          { owner, kind: 'user_credit', amount },
        ],
      })
      await recordInAuditLog(platform, tx, caller, 'earnings.spent', owner, { amount, currency })
      const credit = await balanceOf(tx, owner, 'user_credit', currency)
      return { credit, available: await balanceOf(tx, owner, 'user_available', currency), currency }
    })
    .catch((error: unknown) => {
      if (error instanceof NotCovered) throw failure('referrals.not_covered')
      throw error
    })
}

async function writeWithdrawal(
  platform: Platform,
  tx: Tx,
  draft: Pick<Withdrawal, 'workspace_id' | 'amount' | 'currency' | 'method' | 'bank' | 'ending' | 'requested_by'>,
): Promise<Withdrawal> {
  const id = newId()
  const row = { ...draft, id, status: 'requested' as const, requested_at: platform.clock.now() }
  const written = await tx.insertInto('withdrawals').values(row).returningAll().executeTakeFirstOrThrow()
  const { workspace_id: owner, amount, currency } = draft
  await post(platform, tx, {
    kind: 'withdrawal',
    key: withdrawalKey(id),
    currency,
    entries: [
      { owner, kind: 'user_available', amount: -amount },
      { owner, kind: 'user_withdrawing', amount },
    ],
  })
  return written
}

async function requireConfirmed(tx: Tx, personId: string): Promise<void> {
  const { rows } = await sql`select 1 from people where id = ${personId} and email_verified`.execute(tx)
  if (rows.length === 0) throw failure('referrals.email_unconfirmed')
}

function show({ id, amount, currency, method, bank, ending, status, requested_at }: Withdrawal): ShownWithdrawal {
  return { id, amount, currency, method, bank, ending, status, requested_at }
}
