import { z } from 'zod'

/** An hour of the night. `unanswered`: questions that the bot did not know. */
export const nightHour = z.object({
  at: z.string(),
  answered: z.number(),
  handed_over: z.number(),
  unanswered: z.number(),
})
export type NightHour = z.output<typeof nightHour>

/** `GET /api/v1/brief`: what Operations begins with. Hours and days are the workspace's own. */
export const brief = z.object({
  /** The last night from 21:00 to 7:00, or the one that goes on now. */
  night: z.object({
    from: z.string(),
    to: z.string(),
    running: z.boolean(),
    hours: z.array(nightHour),
  }),
  /** When the first customer wrote or was answered; null: nobody has. */
  began: z.string().nullable(),
  /** Since midnight. */
  today: z.object({
    conversations: z.number(),
    answered: z.number(),
    handed_over: z.number(),
    unanswered: z.number(),
  }),
  /** Seven days, today among them. `resolution`: 0 to 1. */
  week: z.object({
    answered: z.number(),
    resolution: z.number().nullable(),
    response_median_ms: z.number().nullable(),
    handed_over: z.number(),
    unanswered: z.number(),
  }),
  /** What the bot is still to learn, and the questions asked last. */
  questions: z.object({
    open: z.number(),
    latest: z.array(z.string()),
  }),
  /** Pairs of sources that say different things, and new versions that wait for somebody's decision. */
  disagreements: z.number(),
  waiting_sources: z.number(),
  /** Messages of the plan in the period that runs; null: none runs. */
  messages: z
    .object({
      used: z.number(),
      limit: z.number().nullable(),
      end: z.string().nullable(),
    })
    .nullable(),
})
export type Brief = z.output<typeof brief>
