import { z } from 'zod'
import { instant } from './endpoint.ts'

export const nightHour = z.object({
  at: instant,
  answered: z.number(),
  handed_over: z.number(),
  unanswered: z.number(),
})
export type NightHour = z.output<typeof nightHour>

/** In the workspace's time zone. */
export const brief = z.object({
  /** 21:00 to 7:00, the last or current night. */
  night: z.object({
    from: instant,
    to: instant,
    running: z.boolean(),
    hours: z.array(nightHour),
  }),
  began: instant.nullable(),
  today: z.object({
    conversations: z.number(),
    /** bookings that somebody has confirmed today, for whichever day */
    booked: z.number(),
    answered: z.number(),
    handed_over: z.number(),
    unanswered: z.number(),
  }),
  /** Includes today. `resolution`: 0 to 1. */
  week: z.object({
    booked: z.number(),
    answered: z.number(),
    resolution: z.number().nullable(),
    response_median_ms: z.number().nullable(),
    handed_over: z.number(),
    unanswered: z.number(),
  }),
  questions: z.object({
    open: z.number(),
    latest: z.array(z.string()),
  }),
  disagreements: z.number(),
  waiting_sources: z.number(),
  /** Lines of photos that nobody has looked at; the source that holds them all, if one does. */
  photo_lines: z.object({ open: z.number(), source_id: z.string().nullable() }),
  messages: z
    .object({
      used: z.number(),
      limit: z.number().nullable(),
      end: instant.nullable(),
    })
    .nullable(),
})
export type Brief = z.output<typeof brief>
