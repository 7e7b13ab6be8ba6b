import { addresses } from '#shared/addresses.ts'
import type { BillingTexts } from '#shared/texts/billing/billing-texts.ts'
import type { Language, PlanCode } from '#shared/words.ts'
import { fill } from '#web/parts/language/texts.ts'
import { messagesOf } from '#web/payment/pack-label.ts'

/** "Gói Pro, theo tháng" */
export function orderLabel(
  order: { kind: string; plan: PlanCode; interval: string; packs: number | null },
  planName: (plan: PlanCode) => string,
  texts: BillingTexts,
  language: Language,
): string {
  if (order.kind === 'extra') return fill(texts.extraOrder, { count: messagesOf(order.packs ?? 0, language) })
  const plan = planName(order.plan)
  if (order.kind === 'upgrade') return fill(texts.upgradeTo, { plan })
  return fill(order.interval === 'year' ? texts.forYear : texts.forMonth, { plan })
}

export function orderAddress({ id, method }: { id: string; method: string }): string {
  const page =
    method === 'stripe'
      ? addresses.stripePayment
      : method === 'payoneer'
        ? addresses.payoneerPayment
        : addresses.payment
  return `${page}?${new URLSearchParams({ order: id })}`
}
