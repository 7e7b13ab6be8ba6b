import { formatMoney } from '#shared/rules/money/money.ts'
import { referralPolicy, withdrawalPolicy } from '#shared/rules/money/referral.ts'
import type { Language } from '#shared/words.ts'

export function policyValues(language: Language) {
  const share = (bp: number) => `${bp / 100}%`
  const { min, twoAbove } = withdrawalPolicy
  return {
    first: share(referralPolicy.firstShareBp),
    renewal: share(referralPolicy.renewalShareBp),
    discount: share(referralPolicy.friendDiscountBp),
    months: referralPolicy.renewalMonths,
    holdDays: referralPolicy.holdDays,
    cookieDays: referralPolicy.cookieDays,
    minVnd: formatMoney(min.VND, 'VND', language),
    minUsd: formatMoney(min.USD, 'USD', language),
    above: formatMoney(twoAbove.VND, 'VND', language),
  }
}
