import { days } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { closeContactRequest, listContactRequests, reopenContactRequest } from './contact-desk.ts'
import { forgetOldViews } from './count-page-view.ts'
import { readPageViews } from './read-page-views.ts'
import { siteRoutes } from './site-routes.ts'
import { forgetOldRequests } from './take-contact-request.ts'
import { trainHouse } from './train-house.ts'
import { siteApi } from '#shared/contracts/site.api.ts'

const route = routesOf(siteApi)

const who = 'operator' as const

export const siteFeature: Feature = {
  name: 'site',
  routes: [
    route('GET /api/v1/operator/contact-requests', { who }, listContactRequests),
    route('POST /api/v1/operator/contact-requests/:id/done', { who }, closeContactRequest),
    route('POST /api/v1/operator/contact-requests/:id/reopen', { who }, reopenContactRequest),
    route('GET /api/v1/operator/page-views', { who }, readPageViews),
  ],
  jobs: { 'train house': trainHouse },
  timers: {
    'forget contact requests': { every: days(1), run: forgetOldRequests },
    'forget page views': { every: days(1), run: forgetOldViews },
  },
  described: [
    describe(siteApi, 'POST /api/v1/contact-requests', { who: 'anyone', status: 201 }),
    describe(siteApi, 'POST /api/v1/page-views', { who: 'anyone', status: 204 }),
  ],
  plugin: siteRoutes,
}
