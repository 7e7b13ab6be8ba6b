import type { Currency } from '#shared/rules/money/money.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { type Interval, type PaymentMethodKind, type SoldPlan, soldPlans } from '#shared/words.ts'

/** A way to pay that this installation offers. */
export type OfferedMethod = { kind: PaymentMethodKind; currencies: Currency[]; renews: 'itself' | 'by order' }

export const planNames: Record<string, string> = { trial: 'Trial', hobby: 'Hobby', pro: 'Pro', custom: 'Custom' }

/** The list price in the currency's smallest coin; undefined where it is not sold so. */
export function priceOf(
  plans: PricedPlan[],
  wish: { plan: string; interval: string | null; currency: string },
): number | undefined {
  return plans
    .find(one => one.code === wish.plan)
    ?.prices.find(price => price.interval === wish.interval && price.currency === wish.currency)?.amount
}

/** The currency that a method is paid in: the wished one where it takes that. */
export function currencyFor(method: OfferedMethod | undefined, wished: Currency): Currency {
  if (!method || method.currencies.includes(wished)) return wished
  return method.currencies[0] ?? wished
}

/** What an address asks for, from anybody: a plan that is sold, and how often it is paid. */
export function wishOf(query: URLSearchParams): { plan: SoldPlan; interval: Interval; currency: Currency } {
  return {
    plan: soldPlans.find(one => one === query.get('plan')) ?? 'pro',
    interval: query.get('interval') === 'year' ? 'year' : 'month',
    currency: query.get('currency') === 'USD' ? 'USD' : 'VND',
  }
}

/** Whether a paid plan is running. */
export function isPaidFor(subscription: { status: string } | null | undefined): boolean {
  return subscription?.status === 'active' || subscription?.status === 'past_due'
}
