import { z } from 'zod'
import { instant } from '../endpoint.ts'
import type { Tried, Variant } from '../../rules/campaigns/ab-result.ts'
import { routeNames } from '../../rules/campaigns/send-question.ts'
import { channelKinds } from '../../words.ts'
import { sendReasons } from '../../rules/campaigns/send-question.ts'

/** The first twenty of them. */
const forReason = z.object({
  reason: z.enum(sendReasons),
  count: z.number(),
  people: z.array(z.object({ customer_id: z.uuid(), name: z.string() })),
  /** đồng, of those who get it later; absent: nothing */
  cost: z.number().optional(),
})

export const broadcastPreview = z.object({
  state: z.enum(['ready', 'counting']),
  at: instant,
  total: z.number(),
  now: z.array(
    z.object({
      route: z.enum(routeNames),
      kind: z.enum(channelKinds),
      count: z.number(),
      cost: z.number(),
    }),
  ),
  /** by main reason */
  later: z.array(forReason),
  never: z.array(forReason),
  /** billed by Meta, with the highest price; null: none */
  paid: z
    .object({
      count: z.number(),
      each: z.number(),
    })
    .nullable(),
  /** đồng, now and later; `unknown`: number without a known price */
  cost: z.object({
    exact: z.number(),
    estimated: z.number(),
    unknown: z.number(),
  }),
  ends_at: instant,
  /** through our redirect */
  counts_links: z.boolean().optional(),
  samples: z.array(
    z.object({
      customer_id: z.uuid(),
      name: z.string(),
      kind: z.enum(channelKinds),
      text: z.string(),
    }),
  ),
})
export type BroadcastPreview = z.output<typeof broadcastPreview>

/** Numbers of recipients, counted by SQL (`countNow`); empty before the start. */
export type BroadcastCounters = {
  /** by state of the recipient */
  states?: Partial<Record<string, number>>
  reasons?: Partial<Record<string, number>>
  answered?: number
  refused?: number
  variants?: Partial<Record<Variant, Tried & { clicked?: number }>>
  clicked?: number
  links?: { target: string; n: number }[]
  /** as it stood when an admin last let it go on after it had paused by itself */
  seen?: { sent: number; failed: number; refused: number }
  taken?: Partial<Record<'free' | 'quota' | 'billed', number>>
}
