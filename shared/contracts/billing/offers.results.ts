import { z } from 'zod'
import { currencies } from '../../rules/money/money.ts'
import { intervals } from '../../words.ts'
import { instant } from '../endpoint.ts'
import { offerPrice, planLimits } from '../offers.contract.ts'

/**
 * open: may be accepted; waiting: accepted, and begins when its first period is paid; coming: terms that follow on those that run;
 * running; past: over, expired, or not had any more.
 */
const offerState = z.enum(['open', 'waiting', 'coming', 'running', 'past'])
export type OfferState = z.output<typeof offerState>

const deskOffer = z.object({
  id: z.uuid(),
  plan: z.string(),
  name: z.string(),
  note: z.string(),
  limits: planLimits,
  prices: z.array(offerPrice),
  state: offerState,
  valid_until: instant.nullable(),
  /** Of terms that follow: from when on, and the first period that is theirs. */
  holds_from: instant.nullable(),
  made_at: instant,
  accepted_at: instant.nullable(),
  ended_at: instant.nullable(),
})
export type DeskOffer = z.output<typeof deskOffer>

/** `GET /api/v1/operator/workspaces/:id/offers`, the newest first. */
export const deskOffers = z.object({
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  subscription: z.object({
    plan: z.string(),
    status: z.string(),
    interval: z.enum(intervals).nullable(),
    currency: z.enum(currencies).nullable(),
    paid_until: instant.nullable(),
  }),
  offers: z.array(deskOffer),
  /** What a custom plan usually allows, to begin with. */
  usual: planLimits,
})
export type DeskOffers = z.output<typeof deskOffers>
