import { z } from 'zod'
import { intentActs } from '../../words.ts'

const customerWords = z.string().trim().max(200).nullable().optional()

/**
 * `POST /api/v1/intents/:id/settle`: a person says yes, yes but otherwise, or no; `text` tells the customer. The same act again is
 * answered as the first time, and told once.
 */
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
    /** The platform will bill it, and the member agrees. */
    may_cost: z.boolean().default(false),
  })
  // Who is told yes is told so; that it was no request at all nobody needs to hear.
  .refine(({ act, text }) => act === 'decline' || text !== '', { path: ['text'] })
