import { z } from 'zod'
import { intentActs } from '../../words.ts'

const customerWords = z.string().trim().max(200).nullable().optional()

/** Idempotent: `text` is sent to the customer once. */
export const settledIntent = z
  .object({
    act: z.enum(intentActs),
    text: z.string().trim().max(2000).default(''),
    what: customerWords,
    said_when: customerWords,
    how_many: customerWords,
    customer_name: customerWords,
    phone: customerWords,
    address: customerWords,
    /** Agrees that the platform charges for it. */
    may_cost: z.boolean().default(false),
  })
  // Only a declined request may stay without a reply.
  .refine(({ act, text }) => act === 'decline' || text !== '', { path: ['text'] })
