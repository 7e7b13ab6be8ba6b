import type { Result } from '#shared/contracts/api.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { type Interval, isCustomPlan, type OrderedPlan, type PlanCode, soldPlans } from '#shared/words.ts'

export type OfferedMethod = Result<'GET /api/v1/plans'>['methods'][number]

export const planNames: Partial<Record<PlanCode, string>> = {
  trial: 'Trial',
  hobby: 'Hobby',
  pro: 'Pro',
  custom: 'Custom',
}

/** In the currency's smallest unit; undefined if not sold that way. */
export function priceOf(
  plans: PricedPlan[],
  wanted: { plan: PlanCode; interval: string | null; currency: string },
): number | undefined {
  return plans
    .find(one => one.code === wanted.plan)
    ?.prices.find(price => price.interval === wanted.interval && price.currency === wanted.currency)?.amount
}

/** Switches currency or interval if the plan has no price in those wanted. */
export function nearestSold<W extends { plan: PlanCode; interval: Interval; currency: Currency }>(
  plans: PricedPlan[],
  wanted: W,
): W {
  const { interval, currency } = wanted
  const others: [Interval, Currency] = [interval === 'year' ? 'month' : 'year', currency === 'VND' ? 'USD' : 'VND']
  const tries = [wanted, { ...wanted, currency: others[1] }, { ...wanted, interval: others[0] }]
  return (
    [...tries, { ...wanted, interval: others[0], currency: others[1] }].find(
      one => priceOf(plans, one) !== undefined,
    ) ?? wanted
  )
}

export function methodsFor(
  plans: PricedPlan[],
  methods: OfferedMethod[],
  wanted: { plan: PlanCode; interval: Interval },
): OfferedMethod[] {
  return methods.filter(({ currencies }) =>
    currencies.some(currency => priceOf(plans, { ...wanted, currency }) !== undefined),
  )
}

/** The wanted currency if the method takes it, else its first. */
export function currencyFor(method: OfferedMethod | undefined, wanted: Currency): Currency {
  if (!method || method.currencies.includes(wanted)) return wanted
  return method.currencies[0] ?? wanted
}

/** Untrusted: the address may come from anyone. */
export function orderFromQuery(query: URLSearchParams): { plan: OrderedPlan; interval: Interval; currency: Currency } {
  const plan = query.get('plan') ?? ''
  return {
    plan: isCustomPlan(plan) ? plan : (soldPlans.find(one => one === plan) ?? 'pro'),
    interval: query.get('interval') === 'year' ? 'year' : 'month',
    currency: query.get('currency') === 'USD' ? 'USD' : 'VND',
  }
}

export function isPaidFor(subscription: { status: string } | null | undefined): boolean {
  return subscription?.status === 'active' || subscription?.status === 'past_due'
}
