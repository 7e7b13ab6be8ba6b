import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { Referrals, ShownEarning, ShownWithdrawal } from '#shared/contracts/referrals.results.ts'
import { bankName } from '#shared/rules/money/bank-names.ts'
import { currencies } from '#shared/rules/money/money.ts'
import { payoutAccountOf, showPayoutAccount } from './payout-account.ts'
import { codeOf } from './referral-code.ts'

type ReadReferrals = Omit<Referrals, 'earnings' | 'withdrawals'> & {
  earnings: Earning[]
  withdrawals: PastWithdrawal[]
}

export async function readReferrals(platform: Platform, caller: Caller): Promise<ReadReferrals> {
  const { workspaceId } = caller
  const read = await platform.db.asService(workspaceId, async tx => {
    const code = await codeOf(platform, tx, workspaceId)
    const accounts = []
    for (const currency of currencies) {
      const account = await payoutAccountOf(tx, workspaceId, currency)
      if (!account) continue
      const shown = showPayoutAccount(account)
      const bank = shown.bank === null ? null : bankName(shown.bank)
      accounts.push({ ...shown, bank, usable_from: shown.usable_from.toISOString() })
    }
    return {
      code,
      accounts,
      earnings: await earningsOf(tx, workspaceId),
      withdrawals: await withdrawalsOf(tx, workspaceId),
    }
  })
  const [figures, person] = await platform.db.asPerson(caller.claims, async tx => [
    (
      await sql<
        Referrals['figures'][number] & { sign_ups: number; paying: number }
      >`select currency, sign_ups, paying, earned,
        pending, available, withdrawing, paid, spent, owed from referral_summary where workspace_id = ${workspaceId} order by currency desc`.execute(
        tx,
      )
    ).rows,
    (
      await sql<{ email_verified: boolean }>`select email_verified from people where id = ${caller.personId}`.execute(
        tx,
      )
    ).rows[0],
  ])
  const [first] = figures
  return {
    code: read.code,
    link: `${platform.config.publicUrl}/?ref=${read.code}`,
    sign_ups: first?.sign_ups ?? 0,
    paying: first?.paying ?? 0,
    figures: figures.map(({ sign_ups: _, paying: __, ...figure }) => figure),
    payout_accounts: read.accounts,
    earnings: read.earnings,
    withdrawals: read.withdrawals,
    may_withdraw: { email: person?.email_verified === true, second_step: caller.claims['aal'] === 'aal2' },
  }
}

type Earning = WithDates<ShownEarning, 'earned_at' | 'matures_at'>
type PastWithdrawal = WithDates<ShownWithdrawal, 'requested_at' | 'closed_at'>

/** A referrer may see that a shop pays, and for which plan: that earns the commission. */
async function earningsOf(tx: Tx, workspaceId: string): Promise<Earning[]> {
  const { rows } =
    await sql<Earning>`select c.id, c.earned_at, w.name as shop, o.plan, c.kind, c.amount, c.currency, c.status,
      c.matures_at, c.reason
    from commissions c join referrals r on r.id = c.referral_id join orders o on o.id = c.order_id
      left join workspaces w on w.id = r.referred_id and w.deleted_at is null
    where c.workspace_id = ${workspaceId} order by c.earned_at desc, c.id desc limit 500`.execute(tx)
  return rows
}

async function withdrawalsOf(tx: Tx, workspaceId: string): Promise<PastWithdrawal[]> {
  const { rows } =
    await sql<PastWithdrawal>`select id, requested_at, closed_at, bank, ending, amount, currency, status, reference, reason
    from withdrawals where workspace_id = ${workspaceId} order by requested_at desc, id desc limit 500`.execute(tx)
  return rows.map(row => ({ ...row, bank: row.bank === null ? null : bankName(row.bank) }))
}
