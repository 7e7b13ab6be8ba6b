// The refund policy: both promises (7 days without questions, a 30-day guarantee) made one rule. Every page and every
// decision takes its numbers from here, so that they cannot disagree.

export const refundPolicy = {
  /** From settlement; full days of 24 hours. */
  autoWindowDays: 7,
  guaranteeWindowDays: 30,
  /** Of the month's messages; exactly this much still qualifies. */
  maxUsageRatio: 0.5,
  /** Working days, Monday to Friday without holidays: from, to. */
  autoProcessing: [5, 7],
  reviewProcessing: [5, 10],
  excludedKinds: ['setup_fee', 'custom_development', 'rendered_service'],
  maxPerTenantPer12Months: 1,
} as const

/** `combined` is what holds; the others are each promise alone. */
export type RefundMode = 'combined' | 'strict7' | 'guarantee30'

export type RefundCase = {
  settledAt: Date
  now: Date
  /** Highest share of the message limit that was used, 0 to 1 and more; counted when the refund is asked for. */
  usageRatio: number
  /** What was paid for, as in `excludedKinds`, or a plan. */
  kind: 'plan' | (typeof refundPolicy.excludedKinds)[number]
  /** Whether this payment renewed a plan: then only the automatic window holds. */
  renewal: boolean
  /** Refunds of this workspace in the last twelve months. */
  earlierRefunds: number
}

export type RefundRuling =
  | { verdict: 'approved' | 'review'; workingDays: readonly [number, number] }
  | { verdict: 'refused'; reason: 'kind' | 'again' | 'too_late' | 'used' }

const dayMs = 86_400_000

/** What the policy says of a payment. Who decides otherwise is a person, with a reason. */
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
