import { z } from 'zod'

/** đồng a month that the bot and automatic messages may spend on an account; null: nothing */
export const paidRepliesBody = z.object({ max_month: z.number().int().min(1).max(1_000_000_000).nullable() })

export const paidReplies = z.object({
  max_month: z.number().nullable(),
  /** đồng this month */
  spent: z.number(),
  /** đồng for one message, as we reckon it */
  price: z.number(),
})
