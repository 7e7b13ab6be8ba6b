import { sql } from 'kysely'
import { transferCode } from '#features/billing/orders/transfer-code.ts'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskPayout, DeskWithdrawal } from '#shared/contracts/referrals.results.ts'
import { bankName } from '#shared/rules/money/bank-names.ts'
import { needsTwo } from '#shared/rules/money/referral.ts'
import { openDetails } from './payout-account.ts'
import type { Withdrawal } from './withdrawal-row.ts'

type OpenWithdrawal = WithDates<DeskWithdrawal, 'requested_at' | 'first_approved_at'>
type Row = Omit<OpenWithdrawal, 'bank' | 'needs_two' | 'mine'> & { bank: string | null; first_by: string | null }

export async function listOpenWithdrawals(platform: Platform, { personId }: Operator): Promise<OpenWithdrawal[]> {
  const rows = await platform.db
    .readAsService<Row>(sql`select d.id, w.name as workspace, d.amount, d.currency, d.method, d.bank, d.ending, d.status,
      d.requested_at, p.full_name as requested_by, d.first_approved_at, f.full_name as first_approved_by, d.first_approved_by as first_by,
      d.reference,
      exists (select from private.payment_disputes x where x.closed_at is null and (x.workspace_id = d.workspace_id
        or x.workspace_id in (select r.referred_id from referrals r where r.workspace_id = d.workspace_id))) as disputed,
      coalesce(-(select balance from private.ledger_accounts a
        where a.owner_id = d.workspace_id and a.kind = 'clawback_receivable' and a.currency = d.currency), 0)::bigint as owed
    from withdrawals d left join workspaces w on w.id = d.workspace_id left join people p on p.id = d.requested_by
      left join people f on f.id = d.first_approved_by
    where d.status in ('requested', 'approved', 'sent') order by d.requested_at, d.id limit 200`)
  return rows.map(({ first_by, bank, ...row }) => ({
    ...row,
    bank: bank === null ? null : bankName(bank),
    needs_two: needsTwo(row.amount, row.currency),
    mine: first_by === personId,
  }))
}

/**
 * In full; the access is audited.
 * @throws request.not_found, referrals.payout_missing
 */
export async function readPayout(platform: Platform, operator: Operator, { id }: { id: string }): Promise<DeskPayout> {
  return platform.db.asService(null, async tx => {
    const { rows } = await sql<Withdrawal>`select * from withdrawals
      where id = ${id} and status in ('approved', 'sent')`.execute(tx)
    const [withdrawal] = rows
    if (!withdrawal) throw failure('request.not_found')
    const details = await openDetails(platform, tx, withdrawal.workspace_id, { withdrawal: id })
    if (!details) throw failure('referrals.payout_missing')
    await recordOperatorAct(platform, tx, operator, {
      workspaceId: withdrawal.workspace_id,
      action: 'withdrawal.account-read',
      target: id,
    })
    const { account, holder } = details
    if (details.kind === 'payoneer') return { bank: null, account, holder, qr: null, memo: null }
    const memo = `RUT ${id.replaceAll('-', '').slice(-8).toUpperCase()}`
    const qr = transferCode({ bin: details.bank, account, amount: withdrawal.amount, memo }) ?? null
    return { bank: bankName(details.bank), account, holder, qr, memo }
  })
}
