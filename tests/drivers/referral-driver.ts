import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { post } from '#features/billing/payments/ledger.ts'
import { askWithdrawal } from '#features/referrals/ask-withdrawal.ts'
import { matureCommissions } from '#features/referrals/mature-commissions.ts'
import { savePayoutAccount } from '#features/referrals/payout-account.ts'
import { codeOf } from '#features/referrals/referral-code.ts'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { openBankDriver } from './bank-driver.ts'
import { makeOperator, makeOwner, type Owner, signIn } from '../fixtures/shop-owner.ts'

type From = { email?: string; peer?: string; device?: string | null; name?: string }
export type CommissionRow = {
  id: string
  kind: string
  base: number
  amount: number
  currency: string
  status: string
  reason: string | null
  referral_id: string
  order_id: string
}

export type ReferralDriver = Awaited<ReturnType<typeof openReferralDriver>>

export async function openReferralDriver(settings: Record<string, string> = {}) {
  const desk = await openBankDriver(settings)
  const { platform, read } = desk
  const { db, jobs } = platform

  const code = (owner: Owner) => db.asService(owner.workspaceId, tx => codeOf(platform, tx, owner.workspaceId))

  async function refer(by: string, from: From = {}): Promise<Owner> {
    const personId = newId()
    const { email = `${personId}@shop.example`, peer = newId(), device = null, name = 'Trần Minh Tâm' } = from
    const person = { person_id: personId, email, full_name: name, language: 'vi' } as const
    await db.asService(null, tx =>
      jobs.emit(tx, 'person.signed-up', { ...person, referral: { code: by, peer, device } }),
    )
    // In the queue's order: signed up first, the workspace later.
    await jobs.drain()
    await openWorkspace(platform, { ...person, invitation: false })
    const [member] = await read(
      sql<{ workspace_id: string }>`select workspace_id from members where person_id = ${personId}`,
    )
    return { personId, workspaceId: member?.workspace_id ?? '', headers: await signIn(platform, personId, email) }
  }

  async function pay(who: Owner, plan = 'pro', interval = 'month') {
    const order = await desk.order(plan, interval, who)
    await desk.transfer(order.memo_code, order.due)
    return order
  }

  const commissions = (owner: Owner) =>
    read(sql<CommissionRow>`select * from commissions where workspace_id = ${owner.workspaceId} order by earned_at, id`)

  async function figures(owner: Owner, currency: Currency = 'VND') {
    const claims = { role: 'authenticated' as const, sub: owner.personId }
    const rows = await db.readAsPerson<{
      earned: number
      pending: number
      available: number
      withdrawing: number
      paid: number
      spent: number
      owed: number
      sign_ups: number
      paying: number
    }>(
      claims,
      sql`select earned, pending, available, withdrawing, paid, spent, owed, sign_ups, paying from referral_summary
        where workspace_id = ${owner.workspaceId} and currency = ${currency}`,
    )
    assert.ok(rows[0])
    return rows[0]
  }

  function caller(owner: Owner, aal = 'aal2'): Caller {
    const claims = { role: 'authenticated' as const, sub: owner.personId, aal }
    return {
      personId: owner.personId,
      email: '',
      workspaceId: owner.workspaceId,
      role: 'admin',
      claims,
      language: 'vi',
    }
  }

  const account = (owner: Owner, number = '0071000000001') =>
    savePayoutAccount(platform, caller(owner), {
      currency: 'VND',
      bank: '970422',
      account: number,
      holder: 'NGUYEN THU HANH',
    })

  const withdraw = (owner: Owner, amount: number, currency: Currency = 'VND') =>
    askWithdrawal(platform, caller(owner), { amount, currency })

  const mature = () => matureCommissions(platform)

  async function earned(amount: number, currency: Currency = 'VND'): Promise<Owner> {
    const owner = await makeOwner(platform)
    await give(owner, amount, currency)
    return owner
  }

  async function give(owner: Owner, amount: number, currency: Currency = 'VND'): Promise<void> {
    await db.asService(null, tx =>
      post(platform, tx, {
        kind: 'gift',
        key: newId(),
        currency,
        entries: [
          { kind: 'commission_expense', amount: -amount },
          { owner: owner.workspaceId, kind: 'user_available', amount },
        ],
      }),
    )
  }

  async function earningFaults(): Promise<unknown[]> {
    return [
      ...(await desk.faults()),
      ...(await read(sql`
        select 'below zero' as fault, owner_id::text as of from private.ledger_accounts where not allow_negative and balance < 0
        union all select 'a reversal is not its original', t.id::text from private.ledger_transactions t
          where t.reverses is not null and exists (
            select account_id, sum(amount) from private.ledger_entries where transaction_id in (t.id, t.reverses)
            group by account_id having sum(amount) <> 0)
        union all select 'owed while something is available', d.owner_id::text from private.ledger_accounts d
          join private.ledger_accounts a on a.owner_id = d.owner_id and a.currency = d.currency and a.kind = 'user_available'
          where d.kind = 'clawback_receivable' and d.balance < 0 and a.balance > 0
        union all select 'a debt below nothing', owner_id::text from private.ledger_accounts
          where kind = 'clawback_receivable' and balance > 0
        union all select 'paid is not what left', currency from private.ledger_accounts p where kind = 'payout_clearing'
          and balance <> coalesce((select sum(amount) from withdrawals w where w.status = 'paid' and w.currency = p.currency), 0)
        union all select 'earned is not where it went', c.owner from (
          select owner_id::text as owner, currency, sum(balance) filter (where kind in ('user_pending', 'user_available', 'user_withdrawing', 'clawback_receivable'))
            + coalesce((select sum(w.amount) from withdrawals w where w.workspace_id = a.owner_id and w.currency = a.currency and w.status = 'paid'), 0)
            + coalesce((select -sum(e.amount) from private.ledger_entries e join private.ledger_transactions t on t.id = e.transaction_id
                join private.ledger_accounts x on x.id = e.account_id
                where (t.kind in ('return', 'credit over') or t.reverses in (select id from private.ledger_transactions where kind = 'return'))
                  and x.owner_id = a.owner_id and x.kind = 'clawback_receivable' and x.currency = a.currency), 0)
            + coalesce((select -sum(e.amount) from private.ledger_entries e join private.ledger_transactions t on t.id = e.transaction_id
                join private.ledger_accounts x on x.id = e.account_id
                where t.kind = 'spend earnings' and x.owner_id = a.owner_id and x.kind = 'user_available' and x.currency = a.currency), 0) as went,
            coalesce((select sum(m.amount) from commissions m
              where m.workspace_id = a.owner_id and m.currency = a.currency and m.status <> 'reversed'), 0)
            + coalesce((select sum(e.amount) from private.ledger_entries e join private.ledger_transactions t on t.id = e.transaction_id
                join private.ledger_accounts x on x.id = e.account_id
                where t.kind = 'gift' and x.owner_id = a.owner_id and x.currency = a.currency), 0) as earned
          from private.ledger_accounts a where owner_id in (select workspace_id from commissions) group by owner_id, currency) c
          where c.went <> c.earned`)),
    ]
  }

  return {
    ...desk,
    code,
    refer,
    pay,
    commissions,
    figures,
    caller,
    account,
    withdraw,
    makeOperator: () => makeOperator(platform),
    mature,
    earned,
    give,
    earningFaults,
  }
}
