import { z } from 'zod'
import { languages } from '../../words.ts'

export const dataRequestKinds = ['access', 'correct', 'erase', 'withdraw', 'restrict', 'object'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

export const recordedRequest = z.object({
  kind: z.enum(dataRequestKinds),
  customer_id: z.uuid().nullable().default(null),
  who: z.string().trim().min(1).max(200),
  note: z.string().trim().max(1000).default(''),
  came_on: z.iso.date(),
})

/** Latest first. */
export const dataRequestsQuery = z.object({
  open: z.literal('true').optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const proofQuery = z.object({ language: z.enum(languages).default('vi') })

/** `why`: how they took it back. `seen`: the restrictions and objections on the screen: with another, none is lifted. */
export const liftedRestriction = z.object({
  why: z.string().trim().max(1000),
  seen: z.array(z.uuid()).max(200).optional(),
})

export const settledRequest = z.object({
  act: z.enum(['answered', 'done', 'refused']),
  why: z.string().trim().max(1000).default(''),
})
