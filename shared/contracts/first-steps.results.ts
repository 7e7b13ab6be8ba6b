import { z } from 'zod'
import { trades } from './first-steps.contract.ts'
import { hostedPage } from './channels/hosted-page.results.ts'

/**
 * `GET /api/v1/first-steps`, and the answer of each step. `step` null: all are done. `version` goes with the next change: who saw an
 * older one gets 409 `first_steps.changed`, and nothing is changed.
 */
export const firstSteps = z.object({
  step: z.number().nullable(),
  version: z.number(),
  later: z.boolean(),
  name: z.string(),
  trade: z.enum(trades).nullable(),
  /** the bot's picture, its key in the bucket 'avatars' */
  avatar: z.string().nullable(),
  page: hostedPage,
})
export type FirstSteps = z.output<typeof firstSteps>
