import { z } from 'zod'
import { channelKinds, channelStatuses, intentKinds } from '../words.ts'
import { type ApiPart, instant } from './endpoint.ts'
import { brief } from './brief.results.ts'

const day = z.iso.date()

export const statisticsQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  granularity: z.enum(['day', 'week', 'month']).default('day'),
  channel: z.uuid().optional(),
})

const figures = z.object({
  total: z.number(),
  answered: z.number(),
  replied: z.number(),
  received: z.number(),
  opened: z.number(),
  handed_over: z.number(),
  settled: z.number(),
  /** 0 to 1 */
  resolution: z.number().nullable(),
  response_average_ms: z.number().nullable(),
  response_median_ms: z.number().nullable(),
  sentiment: z.object({
    positive: z.number(),
    neutral: z.number(),
    negative: z.number(),
  }),
})

export const statisticsApi = {
  'GET /api/v1/statistics': {
    summary: 'Returns the figures of a range of days, beside those of as many days before.',
    query: statisticsQuery,
    result: z.object({
      previous: z.object({
        from: z.string(),
        to: z.string(),
      }),
      granularity: z.enum(['month', 'day', 'week']),
      time_zone: z.string(),
      today: z.string(),
      figures,
      before: figures,
      steps: z.array(
        figures.extend({
          channels: z.record(z.string(), z.number()),
          before: figures,
          from: z.string(),
          to: z.string(),
        }),
      ),
      activity: z.array(z.array(z.number())),
      channels: z.array(
        z.object({
          responses: z.number(),
          id: z.uuid(),
          kind: z.enum(channelKinds),
          account_id: z.string(),
          /** The shop's own chat page. */
          hosted: z.boolean(),
          place: z.string().nullable(),
          name: z.string(),
          status: z.enum(channelStatuses),
        }),
      ),
      intents: z.array(
        z.object({
          kind: z.enum(intentKinds),
          opened: z.number(),
          /** The next five add up to `opened`. */
          agreed: z.number(),
          /** another time or thing was proposed, and is not agreed */
          proposed: z.number(),
          waiting: z.number(),
          declined: z.number(),
          expired: z.number(),
        }),
      ),
      unanswered: z.array(
        z.object({
          id: z.uuid(),
          question: z.string(),
          count: z.number(),
        }),
      ),
      counting: z.boolean(),
      from: z.string(),
      to: z.string(),
    }),
  },
  'POST /api/v1/visits': {
    summary:
      'Notes that the member is there, and returns what came in since the last visit if that was over 14 days ago.',
    result: z.object({ away: z.object({ since: instant, received: z.number() }).nullable() }),
  },
  'GET /api/v1/brief': { summary: 'Returns the morning brief: the night, what waits, the last week.', result: brief },
} satisfies ApiPart
