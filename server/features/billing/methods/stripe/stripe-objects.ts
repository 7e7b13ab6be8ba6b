// Open enums are plain strings: a new value must not stop us from reading the rest.
import { z } from 'zod'

const metadata = z.record(z.string(), z.string()).nullish()
const unixTime = z.number().transform(seconds => new Date(seconds * 1000))
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform(id => id ?? undefined)

export const stripeId = z.object({ id: z.string() })

export const stripePrice = z.object({
  id: z.string(),
  lookup_key: z.string().nullish(),
  currency: z.string(),
  unit_amount: z.number().nullish(),
  recurring: z.object({ interval: z.string(), interval_count: z.number().optional() }).nullish(),
})

export const stripeSession = z.object({
  id: z.string(),
  url: z.string().nullish(),
  mode: z.string(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  created: unixTime,
  customer: reference,
  subscription: reference,
  invoice: reference,
  payment_intent: reference,
  client_reference_id: z.string().nullish(),
  metadata,
})
export type StripeSession = z.output<typeof stripeSession>

export const stripeSubscription = z.object({
  id: z.string(),
  status: z.string(),
  created: unixTime,
  customer: reference,
  cancel_at_period_end: z.boolean().optional(),
  cancel_at: z.number().nullish(),
  metadata,
  // Since 2025 a period belongs to the item, not to the subscription.
  items: z.object({
    data: z.array(
      z.object({ id: z.string(), current_period_start: unixTime, current_period_end: unixTime, price: stripePrice }),
    ),
  }),
})
export type StripeSubscription = z.output<typeof stripeSubscription>

export const stripeInvoice = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount_paid: z.number(),
  currency: z.string(),
  created: unixTime,
  billing_reason: z.string().nullish(),
  customer: reference,
  status_transitions: z.object({ paid_at: unixTime.nullish() }).nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }).nullish() }).nullish(),
})
export type StripeInvoice = z.output<typeof stripeInvoice>

export const stripeInvoicePayment = z.object({
  id: z.string(),
  invoice: reference,
  status: z.string().nullish(),
  payment: z.object({ payment_intent: reference, charge: reference }),
})

export const stripeCharge = z.object({
  id: z.string(),
  payment_method_details: z.object({ card: z.object({ fingerprint: z.string().nullish() }).nullish() }).nullish(),
})

export const stripeRefund = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string().nullish(),
  payment_intent: reference,
  failure_reason: z.string().nullish(),
  created: unixTime,
  metadata,
})
export type StripeRefund = z.output<typeof stripeRefund>

export const stripeDispute = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  payment_intent: reference,
})

export const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.looseObject({
      id: z.string(),
      object: z.string().optional(),
      customer: reference,
      payment_intent: reference,
    }),
  }),
})

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), has_more: z.boolean().optional() })
}
