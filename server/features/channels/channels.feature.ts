import { z } from 'zod'
import { days } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { connectWebsite, domainsBody, setDomains, websiteBody } from './connect-website.ts'
import { disconnectChannel } from './disconnect-channel.ts'
import { readIdentitySecret } from './website-identity.ts'
import { forgetOldVisitors } from './website-visitor.ts'
import { websiteRoutes } from './website/website-routes.ts'

const params = z.object({ id: z.uuid() })

export const channelsFeature: Feature = {
  name: 'channels',
  routes: [
    route('POST /api/v1/channels/websites', { who: 'admin', status: 201, body: websiteBody }, connectWebsite),
    route('PUT /api/v1/channels/:id/domains', { who: 'admin', params, body: domainsBody }, setDomains),
    route('GET /api/v1/channels/:id/identity-secret', { who: 'admin', params }, readIdentitySecret),
    route('POST /api/v1/channels/:id/disconnect', { who: 'admin', params }, disconnectChannel),
  ],
  timers: { 'forget visitors': { every: days(1), run: forgetOldVisitors } },
  plugin: websiteRoutes,
}
