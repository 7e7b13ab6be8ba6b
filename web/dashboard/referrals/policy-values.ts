import { formatMoney } from '#shared/rules/money/money.ts'
import { referralPolicy, withdrawalPolicy } from '#shared/rules/money/referral.ts'
import type { Language } from '#shared/words.ts'

export function policyValues(language: Language) {
  const share = (bp: number) => `${bp / 100}%`
  const { least, twoAbove } = withdrawalPolicy
  return {
    first: share(referralPolicy.firstShareBp),
    renewal: share(referralPolicy.renewalShareBp),
    discount: share(referralPolicy.friendDiscountBp),
    months: referralPolicy.renewalMonths,
    holdDays: referralPolicy.holdDays,
    cookieDays: referralPolicy.cookieDays,
    leastVnd: formatMoney(least.VND, 'VND', language),
    leastUsd: formatMoney(least.USD, 'USD', language),
    above: formatMoney(twoAbove.VND, 'VND', language),
  }
}
