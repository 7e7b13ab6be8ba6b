// Combines both promises (7 days without questions, a 30-day guarantee). All pages and decisions take the numbers from here.

export const refundPolicy = {
  /** Full days of 24 hours from settlement. */
  autoWindowDays: 7,
  guaranteeWindowDays: 30,
  /** Share of the month's messages, inclusive. */
  maxUsageRatio: 0.5,
  /** Working days, Monday to Friday, ignoring holidays: from, to. */
  autoProcessing: [5, 7],
  reviewProcessing: [5, 10],
  excludedKinds: ['setup_fee', 'custom_development', 'rendered_service'],
  maxPerTenantPer12Months: 1,
} as const

/** `combined` is the policy; the others are each promise alone. */
export type RefundMode = 'combined' | 'strict7' | 'guarantee30'

export type RefundCase = {
  settledAt: Date
  now: Date
  /** Highest share of the message limit used, may exceed 1; measured at the time of the request. */
  usageRatio: number
  kind: 'plan' | (typeof refundPolicy.excludedKinds)[number]
  /** A renewal: only the automatic window applies. */
  renewal: boolean
  /** In the last twelve months. */
  earlierRefunds: number
}

export type RefundRuling =
  | { verdict: 'approved' | 'review'; workingDays: readonly [number, number] }
  | { verdict: 'refused'; reason: 'kind' | 'again' | 'too_late' | 'used' }

const dayMs = 86_400_000

export function ruleRefund(asked: RefundCase, mode: RefundMode = 'combined'): RefundRuling {
  const { autoWindowDays, guaranteeWindowDays, maxUsageRatio, autoProcessing, reviewProcessing } = refundPolicy
  if (asked.kind !== 'plan') return { verdict: 'refused', reason: 'kind' }
  if (asked.earlierRefunds >= refundPolicy.maxPerTenantPer12Months) return { verdict: 'refused', reason: 'again' }
  const age = asked.now.getTime() - asked.settledAt.getTime()
  const window = mode === 'strict7' || asked.renewal ? autoWindowDays : guaranteeWindowDays
  if (age > window * dayMs) return { verdict: 'refused', reason: 'too_late' }
  if (mode !== 'guarantee30' && asked.usageRatio > maxUsageRatio) return { verdict: 'refused', reason: 'used' }
  return age <= autoWindowDays * dayMs
    ? { verdict: 'approved', workingDays: autoProcessing }
    : { verdict: 'review', workingDays: reviewProcessing }
}
