import { type Feature, route } from '#platform/feature.ts'
import { chosenStep, finished, putOff, shopStep } from '#shared/contracts/first-steps.contract.ts'
import { finishSteps, goToStep, putStepsOff } from './go-on.ts'
import { nameShop } from './name-shop.ts'
import { getFirstSteps } from './hold-steps.ts'

const who = 'admin' as const

export const firstStepsFeature: Feature = {
  name: 'first-steps',
  routes: [
    route('GET /api/v1/first-steps', { who: 'member' }, getFirstSteps),
    route('PUT /api/v1/first-steps/shop', { who, body: shopStep }, nameShop),
    route('PUT /api/v1/first-steps/step', { who, body: chosenStep }, goToStep),
    route('POST /api/v1/first-steps/finish', { who, body: finished }, finishSteps),
    route('PUT /api/v1/first-steps/later', { who, body: putOff }, putStepsOff),
  ],
}
