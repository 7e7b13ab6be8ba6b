import type { Platform } from '#platform/platform.ts'
import type { Price } from '../../prices/prices.ts'
import { isCustomPlan } from '#shared/words.ts'
import { planName } from '../../plans/plan-name.ts'
import { postToStripe, readStripe, StripeError } from './stripe-api.ts'
import { listOf, stripePrice } from './stripe-objects.ts'

/** 'pro_month_vnd', the lookup key operators set at Stripe. */
export function lookupKeyOf({ plan, interval, currency }: Pick<Price, 'plan' | 'interval' | 'currency'>): string {
  return `${plan}_${interval}_${currency.toLowerCase()}`
}

/** @throws StripeError if missing or different: nobody pays what our page does not say. Custom plans' prices are made on demand */
export async function findStripePrice(platform: Platform, price: Price): Promise<string> {
  const key = lookupKeyOf(price)
  const { data } = await readStripe(platform, '/prices', { lookup_keys: [key], active: true }, listOf(stripePrice))
  const listed = data.find(one => one.lookup_key === key)
  const found = listed ?? (isCustomPlan(price.plan) ? await makePrice(platform, price, key) : undefined)
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

async function makePrice(platform: Platform, { id, plan, interval, currency, amount }: Price, key: string) {
  const name = await platform.db.asService(null, tx => planName(tx, plan))
  const form = {
    currency: currency.toLowerCase(),
    unit_amount: amount,
    recurring: { interval },
    lookup_key: key,
    product_data: { name: `${platform.config.BRAND_NAME} ${name}` },
  }
  return postToStripe(platform, '/prices', form, `price:${id}`, stripePrice)
}
