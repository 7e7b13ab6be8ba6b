import { minutes } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { readPlans } from './read-plans.ts'
import { endTrials, startTrial } from './start-trial.ts'

export const billingFeature: Feature = {
  name: 'billing',
  routes: [route('GET /api/v1/plans', { who: 'anyone' }, readPlans)],
  hears: { 'workspace.opened': { 'start trial': startTrial } },
  timers: { 'end trials': { every: minutes(5), run: endTrials } },
}
