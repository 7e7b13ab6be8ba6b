import type { ApiPart } from './endpoint.ts'
import { firstSteps } from './first-steps.results.ts'
import { chosenStep, finished, putOff, shopStep } from './first-steps.contract.ts'

export const firstStepsApi = {
  'GET /api/v1/first-steps': { summary: 'Returns how far the shop is in its first steps.', result: firstSteps },
  'PUT /api/v1/first-steps/shop': {
    summary: "Saves the shop's name, trade and picture.",
    body: shopStep,
    result: firstSteps,
  },
  'PUT /api/v1/first-steps/step': {
    summary: 'Moves to another of the first steps.',
    body: chosenStep,
    result: firstSteps,
  },
  'POST /api/v1/first-steps/finish': {
    summary: 'Finishes the first steps and switches the bot on.',
    body: finished,
    result: firstSteps,
  },
  'PUT /api/v1/first-steps/later': {
    summary: 'Postpones the first steps, or takes them up again.',
    body: putOff,
    result: firstSteps,
  },
} satisfies ApiPart
