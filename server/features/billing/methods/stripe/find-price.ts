import type { Platform } from '#platform/platform.ts'
import type { Price } from '../../prices/prices.ts'
import { readStripe, StripeError } from './stripe-api.ts'
import { listOf, stripePrice } from './stripe-objects.ts'

/** 'pro_month_vnd': how an operator names a price at Stripe. */
export function lookupKeyOf({ plan, interval, currency }: Pick<Price, 'plan' | 'interval' | 'currency'>): string {
  return `${plan}_${interval}_${currency.toLowerCase()}`
}

/**
 * The price at Stripe that is charged for one of ours.
 * @throws StripeError where there is none, or it costs something else: nobody is charged what our page does not say
 */
export async function findStripePrice(platform: Platform, price: Price): Promise<string> {
  const key = lookupKeyOf(price)
  const { data } = await readStripe(platform, '/prices', { lookup_keys: [key], active: true }, listOf(stripePrice))
  const found = data.find(one => one.lookup_key === key)
  if (!found) throw new StripeError(404, 'no_price', `no price has the lookup key ${key}`)
  const same =
    found.unit_amount === price.amount &&
    found.currency.toUpperCase() === price.currency &&
    found.recurring?.interval === price.interval &&
    (found.recurring.interval_count ?? 1) === 1
  if (!same)
    throw new StripeError(
      409,
      'other_price',
      `${key} costs ${found.unit_amount} ${found.currency}, and not ${price.amount}`,
    )
  return found.id
}
