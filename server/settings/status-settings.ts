import { z } from 'zod'

export const statusSettings = {
  STATUS_TARGET: [
    'percent of a month’s minutes in which each component of /status shall work; the rest is its error budget',
    '99.5',
    z.coerce.number().min(90).max(99.999),
  ],
  METRICS_TOKEN: [
    'opens /metrics to who sends it as a bearer token, at least 20 characters (default: /metrics is closed)',
    '',
    z.union([z.literal(''), z.string().min(20)]),
  ],
} as const
