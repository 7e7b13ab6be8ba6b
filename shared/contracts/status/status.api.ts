import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { byId, instant } from '../endpoint.ts'
import {
  incidentImpacts,
  incidentStages,
  newIncident,
  newIncidentUpdate,
  probeFaults,
  statusComponents,
} from './status.contract.ts'

const inBoth = z.object({ vi: z.string(), en: z.string() })

export const deskIncident = z.object({
  id: z.uuid(),
  title: inBoth,
  components: z.array(z.enum(statusComponents)),
  impact: z.enum(incidentImpacts),
  opened_at: instant,
  closed_at: instant.nullable(),
  /** The latest first. notified: notifications written. */
  updates: z.array(
    z.object({
      id: z.uuid(),
      stage: z.enum(incidentStages),
      text: inBoth,
      created_at: instant,
      notified: z.number(),
    }),
  ),
})
export type DeskIncident = z.output<typeof deskIncident>

/** Minutes of the current month in Vietnam. */
export const componentBudget = z.object({
  name: z.enum(statusComponents),
  /** null: not probed lately */
  works: z.boolean().nullable(),
  fault: z.enum(probeFaults).nullable(),
  failed: z.number(),
  budget: z.number(),
})
export type ComponentBudget = z.output<typeof componentBudget>

export const statusApi = {
  'GET /api/v1/operator/status': {
    summary: "Returns the components' states with their error budgets of the month, and the incidents.",
    result: z.object({
      target: z.number(),
      components: z.array(componentBudget),
      incidents: z.array(deskIncident),
    }),
  },
  'POST /api/v1/operator/incidents': {
    summary: 'Opens an incident on the status page.',
    body: newIncident,
    result: z.object({ id: z.uuid() }),
  },
  'POST /api/v1/operator/incidents/:id/updates': {
    summary: 'Adds an update to an open incident; one that says that it is resolved closes it.',
    params: byId,
    body: newIncidentUpdate,
    result: z.object({ id: z.uuid() }),
  },
} satisfies ApiPart
