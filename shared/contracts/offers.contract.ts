import { z } from 'zod'
import { currencies } from '../rules/money/money.ts'
import { intervals, soldPlans } from '../words.ts'

/** What can be ordered: a plan that everybody may have, or one made for the shop that asks. */
export const orderedPlan = z.union([z.enum(soldPlans), z.templateLiteral(['custom-', z.uuid()])])

const most = z.number().int().min(0).max(1_000_000_000).nullable()

/** How much a plan allows; null: as much as one likes. */
export const planLimits = z.object({
  /** Of the bot's replies, and of campaigns, by the month. */
  messages: most,
  campaigns: most,
  connections: most,
  documents: most,
  members: most,
  /** Of one website. */
  crawl_pages: z.number().int().min(1).max(10_000),
  imported_customers: most,
  active_sequences: most,
})
export type PlanLimits = z.output<typeof planLimits>
export const limitNames = Object.keys(planLimits.shape) as (keyof PlanLimits)[]

export const offerPrice = z.object({
  /** once: a thousand further messages. */
  interval: z.enum([...intervals, 'once']),
  currency: z.enum(currencies),
  /** In the currency's smallest coin, VAT held. */
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

/** `POST /api/v1/operator/workspaces/:id/offers`: a plan for one shop. `valid_until`: the last day, in Viet Nam, on which it may be accepted. */
export const offerBody = z.object({ ...terms, valid_until: z.iso.date() })
/** `POST /api/v1/operator/workspaces/:id/terms`: what renewals of the shop's own plan hold and cost from thirty days on. */
export const termsBody = z.object(terms)
export type Terms = z.output<typeof termsBody>
