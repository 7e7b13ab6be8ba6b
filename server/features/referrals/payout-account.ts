import type { payoutBody } from '#shared/contracts/billing/referrals.api.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { saveSecret, readSecret } from '#platform/secrets/stored-secrets.ts'
import { lastingKey } from '#platform/secrets/lasting-keys.ts'
import type { Platform } from '#platform/platform.ts'
import { bankName } from '#shared/rules/money/bank-names.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { type Currency } from '#shared/rules/money/money.ts'
import {
  endingOf,
  type PayoutDetails,
  readAccountNumber,
  readPayoneerAddress,
  resembles,
} from '#shared/rules/money/payout.ts'
import { withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import { requireStrongSession } from './strong-session.ts'
import { lockEarnings } from './referral-code.ts'

export type ShownPayoutAccount = {
  currency: Currency
  kind: 'bank' | 'payoneer'
  bank: string | null
  ending: string
  holder: string
  usable_from: Date
}

export type PayoutAccount = Omit<ShownPayoutAccount, 'usable_from'> & { replaced_at: Date | null }

/**
 * A changed account is usable a day later, against intruders.
 * @throws referrals.payout_wrong, referrals.holder_differs
 */
export async function savePayoutAccount(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof payoutBody>,
): Promise<ShownPayoutAccount> {
  const { workspaceId, personId } = caller
  requireStrongSession(caller)
  const details = readDetails(input)
  return platform.db.asService(workspaceId, async tx => {
    await lockEarnings(platform, tx, workspaceId)
    await checkHolder(tx, workspaceId, personId, details.holder)
    const now = platform.clock.now()
    const mark = createHmac('sha256', await lastingKey(platform, tx, 'payout accounts'))
      .update(`${details.kind} ${details.kind === 'bank' ? details.bank : ''} ${details.account}`)
      .digest('hex')
    const bank = details.kind === 'bank' ? details.bank : null
    await sql`insert into private.payout_accounts (workspace_id, currency, kind, bank, ending, holder, mark, saved_at)
      values (${workspaceId}, ${input.currency}, ${details.kind}, ${bank}, ${endingOf(details)}, ${details.holder}, ${mark}, ${now})
      on conflict (workspace_id, currency) do update set kind = excluded.kind, bank = excluded.bank, ending = excluded.ending,
        holder = excluded.holder, mark = excluded.mark, saved_at = excluded.saved_at,
        replaced_at = case when payout_accounts.mark = excluded.mark then payout_accounts.replaced_at else excluded.saved_at end`.execute(
      tx,
    )
    await saveSecret(platform, tx, placeOf(workspaceId, input.currency), JSON.stringify(details))
    const meta = { currency: input.currency, ending: endingOf(details) }
    await recordInAuditLog(platform, tx, caller, 'payout-account.saved', workspaceId, meta)
    const saved = await payoutAccountOf(tx, workspaceId, input.currency)
    if (!saved) throw new Error('The payout account was not written.')
    return showPayoutAccount(saved)
  })
}

export async function payoutAccountOf(
  tx: Tx,
  workspaceId: string,
  currency: Currency,
): Promise<PayoutAccount | undefined> {
  const { rows } =
    await sql<PayoutAccount>`select currency, kind, bank, ending, holder, replaced_at from private.payout_accounts
    where workspace_id = ${workspaceId} and currency = ${currency}`.execute(tx)
  return rows[0]
}

export function showPayoutAccount({ replaced_at, ...account }: PayoutAccount): ShownPayoutAccount {
  return { ...account, usable_from: usableFrom(replaced_at) }
}

export function usableFrom(replacedAt: Date | null): Date {
  return replacedAt ? after(replacedAt, hours(withdrawalPolicy.coolDownHours)) : new Date(0)
}

const written = z.string().min(1)
const storedDetails = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bank'), bank: written, account: written, holder: written }),
  z.object({ kind: z.literal('payoneer'), account: written, holder: written }),
])

/**
 * A withdrawal keeps the details it was requested with.
 * @returns undefined if they do not open, or say too little to send money by
 */
export async function openDetails(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  of: Currency | { withdrawal: string },
): Promise<PayoutDetails | undefined> {
  const text = await readSecret(platform, tx, placeOf(workspaceId, of))
  return text === undefined ? undefined : storedDetails.safeParse(JSON.parse(text)).data
}

/** A later change of account must not redirect this withdrawal. */
export async function saveWithdrawalDetails(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  withdrawal: string,
  details: PayoutDetails,
): Promise<void> {
  await saveSecret(platform, tx, placeOf(workspaceId, { withdrawal }), JSON.stringify(details))
}

function placeOf(workspaceId: string, of: Currency | { withdrawal: string }) {
  const name = typeof of === 'string' ? of : of.withdrawal
  return { workspaceId, owner: typeof of === 'string' ? 'payout account' : 'withdrawal', name }
}

function readDetails({ currency, bank, account, holder: typed }: z.output<typeof payoutBody>): PayoutDetails {
  const holder = oneLine(cleanText(typed))
  const wrong = (field: string) => failure('referrals.payout_wrong', { field })
  if (!/\p{L}/u.test(holder)) throw wrong('holder')
  if (currency === 'USD') {
    const address = readPayoneerAddress(account)
    if (!address) throw wrong('account')
    return { kind: 'payoneer', account: address, holder }
  }
  if (bankName(bank) === '') throw wrong('bank')
  const number = readAccountNumber(account)
  if (!number) throw wrong('account')
  return { kind: 'bank', bank, account: number, holder }
}

/** Only the requester or the workspace's company may be paid. */
async function checkHolder(tx: Tx, workspaceId: string, personId: string, holder: string): Promise<void> {
  const { rows } = await sql<{ person: string; company: string | null }>`
    select p.full_name as person, w.company from people p, workspaces w where p.id = ${personId} and w.id = ${workspaceId}`.execute(
    tx,
  )
  const known = [rows[0]?.person, rows[0]?.company]
  if (!known.some(name => name && resembles(holder, name))) throw failure('referrals.holder_differs')
}
