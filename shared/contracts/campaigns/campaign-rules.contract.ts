import { z } from 'zod'

export const askedByHand = z.object({ channel_id: z.uuid() })

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

export const campaignRules = z.object({
  /** in the shop's time zone */
  from: clock,
  until: clock,
  promotion_per_day: z.number().int().min(1).max(3),
  promotion_per_month: z.number().int().min(1).max(30),
  care_per_day: z.number().int().min(1).max(3),
  /** marks advertisements; on Zalo always */
  label: z.boolean(),
  /** empty: the shop's name */
  sender: z.string().trim().max(60),
  /** đồng in total; null: no limit */
  money_per_month: z.number().int().min(0).max(1_000_000_000).nullable().default(null),
  /** once the conversation is closed */
  ask_when: z.enum(['never', 'closed']),
  /** as an unticked box */
  ask_in_chat: z.boolean().default(false),
})
export type CampaignRules = z.output<typeof campaignRules>
