import { z } from 'zod'
import { days } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { closeContactRequest, contactQuery, listContactRequests, reopenContactRequest } from './contact-desk.ts'
import { forgetOldViews } from './count-page-view.ts'
import { readPageViews } from './read-page-views.ts'
import { siteRoutes } from './site-routes.ts'
import { forgetOldRequests } from './take-contact-request.ts'
import { trainHouse } from './train-house.ts'

const params = z.object({ id: z.uuid() })
const who = 'operator' as const

export const siteFeature: Feature = {
  name: 'site',
  routes: [
    route('GET /api/v1/operator/contact-requests', { who, query: contactQuery }, listContactRequests),
    route('POST /api/v1/operator/contact-requests/:id/done', { who, params }, closeContactRequest),
    route('POST /api/v1/operator/contact-requests/:id/reopen', { who, params }, reopenContactRequest),
    route('GET /api/v1/operator/page-views', { who }, readPageViews),
  ],
  jobs: { 'train house': trainHouse },
  timers: {
    'forget contact requests': { every: days(1), run: forgetOldRequests },
    'forget page views': { every: days(1), run: forgetOldViews },
  },
  plugin: siteRoutes,
}
