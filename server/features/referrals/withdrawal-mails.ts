import { mailAdmins } from '#features/billing/billing-mails.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { clawedBack } from '#shared/rules/money/referral.ts'
import { billingMailTexts } from '#shared/texts/billing/billing-mail-texts.ts'
import type { Withdrawal } from './withdrawal-row.ts'

/** To all admins, so that nobody withdraws behind their backs. */
export async function mailWithdrawal(platform: Platform, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { status, amount, currency, ending, workspace_id, reason, reference } = withdrawal
  if (status === 'approved' || status === 'cancelled') return
  await mailAdmins(platform, tx, workspace_id, 'withdrawal', ({ language }) => ({
    values: {
      amount: formatMoney(amount, currency, language),
      account: ending,
      note: reason === clawedBack ? billingMailTexts(language)['withdrawal.clawed_back'] : (reason ?? ''),
      reference: reference ?? '',
    },
    body: `withdrawal.${status}`,
    path: '/dashboard/referrals',
  }))
}
