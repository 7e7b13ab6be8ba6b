import { z } from 'zod'
import { channelKinds, consentFilters } from '../../words.ts'

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Which customers are listed; everything that is named must hold. */
export const customersQuery = z.object({
  /** Words in names, phones, e-mails and addresses; marks do not matter, the last word may be unfinished. */
  q: z.string().max(200).optional(),
  source: z.enum(channelKinds).optional(),
  channel: z.uuid().optional(),
  consent: z.enum(consentFilters).optional(),
  seen_after: z.iso.datetime({ offset: true }).optional(),
  seen_before: z.iso.datetime({ offset: true }).optional(),
  /** a saved segment */
  segment: z.uuid().optional(),
  /** Conditions as a segment has them, as JSON; what is no JSON is no segment either. */
  where: z.string().max(8000).transform(jsonIn).optional(),
  /** Where the page before ended, as it said. */
  after: z
    .string()
    .regex(/^\d{13}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** `POST /api/v1/customers/:id/consents`: what somebody told a member, and what shows it. */
export const recordedConsent = z.object({
  /** The same one again is the same fact. */
  client_id: z.uuid(),
  channel_id: z.uuid(),
  purpose: z.enum(['promotion', 'care']),
  act: z.enum(['given', 'withdrawn']),
  /** Where and how it was said: "signed form 12, at the counter". */
  proof: z.string().max(500).default(''),
  words: z.string().max(1000).default(''),
})

/** `POST /api/v1/customers/merge`: `customer_id` stays and has from now on what `merged_id` had. */
export const mergedCustomers = z.object({ customer_id: z.uuid(), merged_id: z.uuid() })
/** `POST /api/v1/customers/:id/split`: the merge that is taken back. */
export const splitCustomer = z.object({ merge_id: z.uuid() })
