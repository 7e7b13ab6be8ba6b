import { z } from 'zod'
import { routeNames } from '../../rules/campaigns/send-question.ts'
import { channelKinds } from '../../words.ts'
import { sendReasons } from '../../rules/campaigns/send-question.ts'

/** People with one reason: how many, and the first twenty. */
const forReason = z.object({
  reason: z.enum(sendReasons),
  count: z.number(),
  people: z.array(z.object({ customer_id: z.uuid(), name: z.string() })),
})

/** What a broadcast would come to, at the moment for which it is counted. */
export const broadcastPreview = z.object({
  state: z.enum(['ready', 'counting']),
  /** for when: its hour, or the moment of counting */
  at: z.string(),
  total: z.number(),
  /** who gets it, by the way that it takes */
  now: z.array(
    z.object({
      route: z.enum(routeNames),
      kind: z.enum(channelKinds),
      count: z.number(),
      cost: z.number(),
    }),
  ),
  /** who gets it later, and who not: by the main reason, with twenty of them */
  later: z.array(forReason),
  never: z.array(forReason),
  /** who would get it as a marketing message that Meta bills, and the dearest of their prices; null: nobody would */
  paid: z
    .object({
      count: z.number(),
      each: z.number(),
    })
    .nullable(),
  /** đồng; `unknown`: so many have a price that nobody knows */
  cost: z.object({
    exact: z.number(),
    estimated: z.number(),
    unknown: z.number(),
  }),
  /** when the last would be sent, at this pace */
  ends_at: z.string(),
  /** whether its links would lead through our address, so that it can be said how many people follow them */
  counts_links: z.boolean().optional(),
  /** as the customers would read it */
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
