import { z } from 'zod'

/** What people may ask about what is kept of them. */
export const dataRequestKinds = ['access', 'correct', 'erase', 'withdraw', 'restrict', 'object'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

/** `POST /api/v1/data-requests` */
export const recordedRequest = z.object({
  kind: z.enum(dataRequestKinds),
  customer_id: z.uuid().nullable().default(null),
  /** Who asks, and how they are reached. */
  who: z.string().trim().min(1).max(200),
  note: z.string().trim().max(1000).default(''),
  came_on: z.iso.date(),
})

/** `GET /api/v1/data-requests`: the latest first; `open`: only those that are not settled. */
export const dataRequestsQuery = z.object({
  open: z.literal('true').optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** `PATCH /api/v1/data-requests/:id` */
export const settledRequest = z.object({
  act: z.enum(['answered', 'done', 'refused']),
  why: z.string().trim().max(1000).default(''),
})
