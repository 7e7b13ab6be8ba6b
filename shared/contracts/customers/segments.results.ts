import { z } from 'zod'

/** How many belong to it, and how many of them agreed to promotions, refused them, and never said. */
export const segmentCount = z.object({
  count: z.number(),
  given: z.number(),
  refused: z.number(),
  none: z.number(),
})
export type SegmentCount = z.output<typeof segmentCount>
