import { days } from '#platform/clock.ts'
import type { Feature } from '#platform/feature.ts'
import { forgetOldViews } from './count-page-view.ts'
import { siteRoutes } from './site-routes.ts'
import { forgetOldRequests } from './take-contact-request.ts'
import { trainHouse } from './train-house.ts'

export const siteFeature: Feature = {
  name: 'site',
  jobs: { 'train house': trainHouse },
  timers: {
    'forget contact requests': { every: days(1), run: forgetOldRequests },
    'forget page views': { every: days(1), run: forgetOldViews },
  },
  plugin: siteRoutes,
}
