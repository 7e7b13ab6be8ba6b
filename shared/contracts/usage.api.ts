import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { metrics } from '../words.ts'
import { instant } from './endpoint.ts'

export const usageApi = {
  'GET /api/v1/usage': {
    summary: 'Returns how much of each limit of the plan is used.',
    result: z.object({
      usage: z.array(
        z.object({
          metric: z.enum(metrics),
          used: z.number(),
          limit: z.number().nullable(),
          period_start: instant,
          period_end: instant.nullable(),
        }),
      ),
    }),
  },
} satisfies ApiPart
