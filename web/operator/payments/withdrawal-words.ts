import type { DeskWithdrawal } from '#shared/contracts/referrals.results.ts'
import type { PayoutDeskTexts } from '#shared/texts/operator/payout-desk-texts.ts'
import { fill } from '#web/parts/language/texts.ts'

export type Act = 'approve' | 'reject' | 'sent' | 'paid' | 'failed'
type Withdrawal = Pick<DeskWithdrawal, 'method' | 'needs_two' | 'first_approved_at'>

export function nameOf(texts: PayoutDeskTexts, act: Act, { first_approved_at }: Withdrawal): string {
  const names = {
    approve: first_approved_at ? texts.approveAgain : texts.approve,
    reject: texts.reject,
    sent: texts.pay,
    paid: texts.paid,
    failed: texts.failed,
  }
  return names[act]
}

/** What the dialog of an act says. */
export function wordsOf(
  texts: PayoutDeskTexts,
  act: Act,
  withdrawal: Withdrawal,
  values: { name: string; amount: string },
) {
  const reason = [{ name: 'reason', label: texts.reason }]
  const reference = [{ name: 'reference', label: texts.reference }]
  const words = {
    approve: {
      title: texts.approveTitle,
      text: withdrawal.needs_two ? texts.approveTwoText : texts.approveText,
      done: texts.approvedDone,
    },
    reject: { title: texts.rejectTitle, text: texts.rejectText, done: texts.rejectedDone, fields: reason },
    sent: {
      title: texts.payTitle,
      text: withdrawal.method === 'bank' ? texts.payText : texts.payText_payoneer,
      done: texts.sentDone,
      fields: reference,
    },
    paid: { title: texts.paidTitle, text: texts.paidText, done: texts.paidDone },
    failed: { title: texts.failedTitle, text: texts.failedText, done: texts.failedDone, fields: reason },
  }[act]
  return {
    ...words,
    title: fill(words.title, values),
    act: act === 'sent' ? texts.paySent : nameOf(texts, act, withdrawal),
    danger: act === 'reject',
  }
}
