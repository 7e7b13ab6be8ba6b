import { z } from 'zod'

export const segmentCount = z.object({
  count: z.number(),
  given: z.number(),
  refused: z.number(),
  none: z.number(),
})
export type SegmentCount = z.output<typeof segmentCount>
