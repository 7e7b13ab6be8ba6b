import { sql } from 'kysely'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { needsTwo, withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { payDebt } from './commission.ts'
import { lockEarnings } from './referral-code.ts'
import type { Withdrawal, WithdrawalStatus } from './withdrawal-row.ts'
import { stepWithdrawal } from './withdrawal.ts'

/**
 * Large ones need a second operator or, if there is only one, a second approval a day later. Nobody approves their own if another could.
 * @throws request.not_found, request.conflict, referrals.own_withdrawal, referrals.second_operator, referrals.too_early
 */
export async function approveWithdrawal(
  platform: Platform,
  operator: Operator,
  { id }: { id: string },
): Promise<Withdrawal> {
  return onWithdrawal(platform, id, async (tx, withdrawal) => {
    if (withdrawal.status !== 'requested') throw failure('request.conflict')
    const others = await otherOperators(tx, operator)
    if (withdrawal.requested_by === operator.personId && others > 0) throw failure('referrals.own_withdrawal')
    const now = platform.clock.now()
    if (needsTwo(withdrawal.amount, withdrawal.currency)) {
      if (!withdrawal.first_approved_at) return approveFirst(platform, tx, operator, withdrawal)
      const until = after(withdrawal.first_approved_at, hours(withdrawalPolicy.aloneHours))
      const same = withdrawal.first_approved_by === operator.personId
      if (same && others > 0) throw failure('referrals.second_operator')
      if (same && now < until) throw failure('referrals.too_early', { from: until.toISOString() })
    }
    const approved = await stepWithdrawal(platform, tx, id, 'approved', {
      approved_by: operator.personId,
      approved_at: now,
    })
    return recordStep(platform, tx, operator, approved)
  })
}

/** @throws request.not_found, request.conflict once sent or over */
export async function rejectWithdrawal(
  platform: Platform,
  operator: Operator,
  { id, reason }: { id: string; reason: string },
): Promise<Withdrawal> {
  return step(platform, operator, id, 'rejected', { reason })
}

/** @throws request.not_found, request.conflict */
export async function withdrawalSent(
  platform: Platform,
  operator: Operator,
  { id, reference }: { id: string; reference: string },
): Promise<Withdrawal> {
  return step(platform, operator, id, 'sent', { reference, sent_at: platform.clock.now() })
}

/**
 * Also marks an unsent one as sent, given its reference.
 * @throws request.not_found, request.conflict
 */
export async function withdrawalPaid(
  platform: Platform,
  operator: Operator,
  { id, reference }: { id: string; reference?: string | undefined },
): Promise<Withdrawal> {
  return onWithdrawal(platform, id, async (tx, withdrawal) => {
    if (withdrawal.status === 'approved' && reference)
      await stepWithdrawal(platform, tx, id, 'sent', { reference, sent_at: platform.clock.now() })
    return recordStep(platform, tx, operator, await stepWithdrawal(platform, tx, id, 'paid'))
  })
}

/**
 * The money returns to the workspace.
 * @throws request.not_found, request.conflict
 */
export async function withdrawalFailed(
  platform: Platform,
  operator: Operator,
  { id, reason }: { id: string; reason: string },
): Promise<Withdrawal> {
  return step(platform, operator, id, 'failed', { reason })
}

async function step(
  platform: Platform,
  operator: Operator,
  id: string,
  status: WithdrawalStatus,
  change: Partial<Pick<Withdrawal, 'reason' | 'reference' | 'sent_at'>>,
): Promise<Withdrawal> {
  return onWithdrawal(platform, id, async (tx, { workspace_id, currency }) => {
    const stepped = await recordStep(platform, tx, operator, await stepWithdrawal(platform, tx, id, status, change))
    if (status !== 'sent') await payDebt(platform, tx, workspace_id, currency)
    return stepped
  })
}

async function onWithdrawal(
  platform: Platform,
  id: string,
  run: (tx: Tx, withdrawal: Withdrawal) => Promise<Withdrawal>,
): Promise<Withdrawal> {
  return platform.db.asService(null, async tx => {
    const find = async () => (await sql<Withdrawal>`select * from withdrawals where id = ${id}`.execute(tx)).rows[0]
    const seen = await find()
    if (!seen) throw failure('request.not_found')
    await lockEarnings(platform, tx, seen.workspace_id)
    return run(tx, (await find()) as Withdrawal)
  })
}

async function approveFirst(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  { id, workspace_id: workspaceId, amount, currency }: Withdrawal,
): Promise<Withdrawal> {
  const { rows } = await sql<Withdrawal>`update withdrawals
    set first_approved_by = ${operator.personId}, first_approved_at = ${platform.clock.now()} where id = ${id} returning *`.execute(
    tx,
  )
  const meta = { amount, currency }
  await recordOperatorAct(platform, tx, operator, { workspaceId, action: 'withdrawal.approved-once', target: id, meta })
  return rows[0] as Withdrawal
}

/** @throws request.conflict if nothing changed */
async function recordStep(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  withdrawal: Withdrawal | undefined,
): Promise<Withdrawal> {
  if (!withdrawal) throw failure('request.conflict')
  const { id, workspace_id: workspaceId, status, amount, currency, reference, reason } = withdrawal
  const meta = { amount, currency, reference, reason }
  await recordOperatorAct(platform, tx, operator, { workspaceId, action: `withdrawal.${status}`, target: id, meta })
  return withdrawal
}

async function otherOperators(tx: Tx, { personId }: Operator): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from people
    where is_operator and status = 'active' and id <> ${personId}`.execute(tx)
  return rows[0]?.count ?? 0
}
