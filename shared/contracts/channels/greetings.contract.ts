import { z } from 'zod'

export const greetingAudiences = ['all', 'new', 'returning'] as const
export const greetingTurns = ['session', 'day', 'ever'] as const
export const maxGreetings = 10
export const maxGreetingLength = 160

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
export const widgetId = z.string().regex(/^wgt_[\w-]{1,80}$/)
const words = z.string().max(maxGreetingLength).default('')

export const greetingRule = z.object({
  name: z.string().trim().min(1).max(60),
  enabled: z.boolean(),
  /** `/san-pham/*` is a prefix; empty: every page. */
  path: z
    .string()
    .max(200)
    .regex(/^(?:\/[^\s?#]*)?$/),
  after: z.union([
    z.strictObject({ seconds: z.number().int().min(0).max(600) }),
    z.strictObject({ scroll: z.number().int().min(1).max(100) }),
  ]),
  who: z.enum(greetingAudiences),
  hours: z.strictObject({ from: time, until: time }).nullable(),
  once: z.enum(greetingTurns),
  vi: words,
  en: words,
})
export type GreetingRule = z.output<typeof greetingRule>

export const shownGreeting = greetingRule.pick({ path: true, after: true, who: true, once: true }).extend({
  ...{ id: z.uuid(), vi: z.string(), en: z.string() },
  /** Until its hours end; missing: at any hour. Visitors' clocks may be wrong. */
  open_ms: z.number().optional(),
})
export type ShownGreeting = z.output<typeof shownGreeting>

/** Counts anonymously. */
export const countedGreeting = z.object({
  widget: widgetId,
  id: z.uuid(),
  what: z.enum(['shown', 'opened']),
})
