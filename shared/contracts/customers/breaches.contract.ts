import { z } from 'zod'

/** Hours after it was noticed, by which each is done; the authority's and the customers' are the law's. */
export const breachSteps = { contain: 4, evidence: 24, assess: 48, authority: 72, customers: 72, review: 720 } as const
export type BreachStep = keyof typeof breachSteps
export const breachStepNames = Object.keys(breachSteps) as BreachStep[]

export const recordedBreach = z.object({
  what: z.string().trim().min(3).max(1000),
  hours_ago: z.number().int().min(0).max(720).default(0),
})
export const breachStepDone = z.object({ step: z.enum(breachStepNames), done: z.boolean() })
