import type { ApiPart } from './endpoint.ts'
import { firstSteps } from './first-steps.results.ts'
import { chosenStep, finished, putOff, shopStep } from './first-steps.contract.ts'

/** What the addresses of the first steps take and give. */
export const firstStepsApi = {
  'GET /api/v1/first-steps': { result: firstSteps },
  'PUT /api/v1/first-steps/shop': { body: shopStep, result: firstSteps },
  'PUT /api/v1/first-steps/step': { body: chosenStep, result: firstSteps },
  'POST /api/v1/first-steps/finish': { body: finished, result: firstSteps },
  'PUT /api/v1/first-steps/later': { body: putOff, result: firstSteps },
} satisfies ApiPart
