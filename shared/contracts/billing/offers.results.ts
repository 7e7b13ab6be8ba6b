import { z } from 'zod'
import { currencies } from '../../rules/money/money.ts'
import { intervals, subscriptionStatuses } from '../../words.ts'
import { instant } from '../endpoint.ts'
import { customPlan, offerPrice, planCode, planLimits } from '../offers.contract.ts'

/** waiting: accepted, not yet paid; coming: follow-on terms; past: over, expired or withdrawn. */
const offerState = z.enum(['open', 'waiting', 'coming', 'running', 'past'])
export type OfferState = z.output<typeof offerState>

const deskOffer = z.object({
  id: z.uuid(),
  plan: customPlan,
  name: z.string(),
  note: z.string(),
  limits: planLimits,
  prices: z.array(offerPrice),
  state: offerState,
  valid_until: instant.nullable(),
  holds_from: instant.nullable(),
  made_at: instant,
  accepted_at: instant.nullable(),
  ended_at: instant.nullable(),
})
export type DeskOffer = z.output<typeof deskOffer>

export const deskOffers = z.object({
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  subscription: z.object({
    plan: planCode,
    status: z.enum(subscriptionStatuses),
    interval: z.enum(intervals).nullable(),
    currency: z.enum(currencies).nullable(),
    paid_until: instant.nullable(),
  }),
  offers: z.array(deskOffer),
  default_limits: planLimits,
})
export type DeskOffers = z.output<typeof deskOffers>
