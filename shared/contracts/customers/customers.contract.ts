import { z } from 'zod'
import { channelKinds, consentFilters } from '../../words.ts'

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Criteria are combined by AND. */
export const customersQuery = z.object({
  /** Diacritics are ignored, and the last word may be a prefix. */
  q: z.string().max(200).optional(),
  source: z.enum(channelKinds).optional(),
  channel: z.uuid().optional(),
  consent: z.enum(consentFilters).optional(),
  seen_after: z.iso.datetime({ offset: true }).optional(),
  seen_before: z.iso.datetime({ offset: true }).optional(),
  segment: z.uuid().optional(),
  /** A segment definition as JSON. */
  where: z.string().max(8000).transform(jsonIn).optional(),
  after: z
    .string()
    .regex(/^\d{13}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const recordedConsent = z.object({
  /** Idempotency key. */
  client_id: z.uuid(),
  channel_id: z.uuid(),
  purpose: z.enum(['promotion', 'care']),
  act: z.enum(['given', 'withdrawn']),
  /** For example "signed form 12, at the counter". */
  proof: z.string().max(500).default(''),
  words: z.string().max(1000).default(''),
})

/** `customer_id` stays and takes over everything. */
export const mergedCustomers = z.object({ customer_id: z.uuid(), merged_id: z.uuid() })
export const splitCustomer = z.object({ merge_id: z.uuid() })
