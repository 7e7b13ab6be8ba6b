import { z } from 'zod'
import { currencies } from '../rules/money/money.ts'
import { intervals, listedPlans, soldPlans } from '../words.ts'

export const customPlan = z.templateLiteral(['custom-', z.uuid()])
export const orderedPlan = z.union([z.enum(soldPlans), customPlan])
export const planCode = z.union([z.enum(listedPlans), customPlan])

const limit = z.number().int().min(0).max(1_000_000_000).nullable()

/** null: unlimited */
export const planLimits = z.object({
  /** per month */
  messages: limit,
  campaigns: limit,
  connections: limit,
  documents: limit,
  members: limit,
  /** per website */
  crawl_pages: z.number().int().min(1).max(10_000),
  imported_customers: limit,
  active_sequences: limit,
})
export type PlanLimits = z.output<typeof planLimits>
export const limitNames = Object.keys(planLimits.shape) as (keyof PlanLimits)[]

export const offerPrice = z.object({
  /** once: a thousand further messages. */
  interval: z.enum([...intervals, 'once']),
  currency: z.enum(currencies),
  /** In the currency's smallest coin, VAT included. */
  amount: z.number().int().min(1).max(1_000_000_000),
})
export type OfferPrice = z.output<typeof offerPrice>

const terms = {
  name: z.string().trim().min(1).max(60),
  note: z.string().trim().max(500).default(''),
  limits: planLimits,
  prices: z
    .array(offerPrice)
    .max(6)
    .refine(all => all.some(({ interval }) => interval !== 'once'))
    .refine(all => new Set(all.map(one => `${one.interval} ${one.currency}`)).size === all.length),
}

/** `valid_until`: the last day to accept, in Vietnam. */
export const offerBody = z.object({ ...terms, valid_until: z.iso.date() })
/** For renewals from thirty days on. */
export const termsBody = z.object(terms)
export type Terms = z.output<typeof termsBody>
