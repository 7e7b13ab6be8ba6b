import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'

export const humanChallenge = z.union([
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
])

export const platformApi = {
  'GET /api/v1/human-check': {
    summary: 'Gives the challenge by which a browser proves that a person asks.',
    result: humanChallenge,
  },
  'GET /healthz': {
    summary: 'Tells that the process lives.',
    result: z.object({ status: z.literal('ok') }),
  },
  'GET /readyz': {
    summary: 'Tells that the server can do its work; 503 while it stops or has no database.',
    result: z.object({
      status: z.literal('ready'),
      database: z.enum(['embedded', 'postgresql']),
      durability: z.enum(['disk', 'process']),
      /** Of the oldest job that is due. */
      queue_age_seconds: z.number(),
    }),
  },
} satisfies ApiPart
