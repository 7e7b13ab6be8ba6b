import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'

export const platformApi = {
  'GET /api/v1/human-check': {
    summary: 'Gives the challenge by which a browser proves that a person asks.',
    result: z.union([
      z.object({
        kind: z.literal('pow'),
        challenge: z.string(),
        /** Leading zero bits per hash. */
        difficulty: z.number(),
        count: z.number(),
      }),
      z.object({
        kind: z.literal('turnstile'),
        challenge: z.literal(''),
        site_key: z.string(),
      }),
      z.object({
        kind: z.literal('off'),
        challenge: z.literal(''),
      }),
    ]),
  },
} satisfies ApiPart
