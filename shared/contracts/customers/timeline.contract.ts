import { z } from 'zod'

export const customerTimeline = z.object({
  /** `next` of the page before. */
  before: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .refine(place => z.iso.datetime().safeParse(place.split('_')[0]).success)
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
