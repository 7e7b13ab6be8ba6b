import { z } from 'zod'
import { intentActs } from '../../words.ts'

const said = z.string().trim().max(200).nullable().optional()

/**
 * `POST /api/v1/intents/:id/settle`: a person says yes, yes but otherwise, or no; `text` tells the customer. The same act again is
 * answered as the first time, and told once.
 */
export const settledIntent = z
  .object({
    act: z.enum(intentActs),
    text: z.string().trim().max(2000).default(''),
    what: said,
    said_when: said,
    how_many: said,
    customer_name: said,
    phone: said,
    address: said,
    /** The platform will bill it, and the member agrees. */
    may_cost: z.boolean().default(false),
  })
  // Who is told yes is told so; that it was no request at all nobody needs to hear.
  .refine(({ act, text }) => act === 'decline' || text !== '', { path: ['text'] })
