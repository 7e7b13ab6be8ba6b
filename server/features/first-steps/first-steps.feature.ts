import { type Feature, routesOf } from '#platform/feature.ts'
import { finishSteps, goToStep, putStepsOff } from './move-steps.ts'
import { nameShop } from './name-shop.ts'
import { getFirstSteps } from './read-steps.ts'
import { firstStepsApi } from '#shared/contracts/first-steps.api.ts'

const route = routesOf(firstStepsApi)

const who = 'admin' as const

export const firstStepsFeature: Feature = {
  name: 'first-steps',
  routes: [
    route('GET /api/v1/first-steps', { who: 'member' }, getFirstSteps),
    route('PUT /api/v1/first-steps/shop', { who }, nameShop),
    route('PUT /api/v1/first-steps/step', { who }, goToStep),
    route('POST /api/v1/first-steps/finish', { who }, finishSteps),
    route('PUT /api/v1/first-steps/later', { who }, putStepsOff),
  ],
}
