import { z } from 'zod'

/** `POST /api/v1/customers/:id/ask`: on which channel. */
export const askedByHand = z.object({ channel_id: z.uuid() })

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** What a shop narrows of what the law allows, how it shows itself, and when it asks for consent. */
export const campaignRules = z.object({
  /** within what the law allows, on the shop's clock */
  from: clock,
  until: clock,
  promotion_per_day: z.number().int().min(1).max(3),
  promotion_per_month: z.number().int().min(1).max(30),
  care_per_day: z.number().int().min(1).max(3),
  /** whether what advertises says so first; Zalo's own always does */
  label: z.boolean(),
  /** who says it; empty: the shop's name */
  sender: z.string().trim().max(60),
  /** đồng for all of them together; null: as much as was confirmed for each */
  money_per_month: z.number().int().min(0).max(1_000_000_000).nullable().default(null),
  /** whoever was helped is asked once their conversation is closed */
  ask_when: z.enum(['never', 'closed']),
  /** an unticked box stands under a visitor's first conversation on the website */
  ask_in_chat: z.boolean().default(false),
})
export type CampaignRules = z.output<typeof campaignRules>
