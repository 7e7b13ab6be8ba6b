import { z } from 'zod'
import { trades } from './first-steps.contract.ts'
import { hostedPage } from './channels/hosted-page.results.ts'

/** `step` null: done. Send `version` with the next change; an older one gets 409 `first_steps.changed`. */
export const firstSteps = z.object({
  step: z.number().nullable(),
  version: z.number(),
  later: z.boolean(),
  name: z.string(),
  trade: z.enum(trades).nullable(),
  /** key in the bucket 'avatars' */
  avatar: z.string().nullable(),
  page: hostedPage,
})
export type FirstSteps = z.output<typeof firstSteps>
