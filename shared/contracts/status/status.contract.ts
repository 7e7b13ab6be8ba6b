import { z } from 'zod'

/** `facebook`, `zalo`: sending there. A component that an installation does not have is not shown. */
export const statusComponents = ['web', 'database', 'answers', 'facebook', 'zalo', 'mail'] as const
export type StatusComponent = (typeof statusComponents)[number]

/** unprobed: nothing was probed in that minute, so nothing ran. late: an answer did not come in time. */
export const probeFaults = ['unreachable', 'refused', 'slow', 'late', 'failing', 'stuck', 'unprobed'] as const
export type ProbeFault = (typeof probeFaults)[number]

export const incidentImpacts = ['degraded', 'down', 'maintenance'] as const
export type IncidentImpact = (typeof incidentImpacts)[number]

/** `resolved` closes the incident. */
export const incidentStages = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentStage = (typeof incidentStages)[number]

const title = z.string().trim().min(1).max(120)
const text = z.string().trim().min(1).max(1000)

/** With the sender's own ids it is opened once, however often it is sent. */
export const newIncident = z.object({
  id: z.uuid(),
  update_id: z.uuid(),
  components: z.array(z.enum(statusComponents)).min(1),
  impact: z.enum(incidentImpacts),
  vi: z.object({ title, text }),
  en: z.object({ title, text }),
  notify: z.boolean(),
})

export const newIncidentUpdate = z.object({
  update_id: z.uuid(),
  stage: z.enum(incidentStages),
  vi: z.object({ text }),
  en: z.object({ text }),
  notify: z.boolean(),
})
