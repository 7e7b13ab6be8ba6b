import { days, hours, minutes } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { forgetOldGreetingHours } from './greetings/forget-hours.ts'
import { forgetOldHooks } from './hooks/accept-hook.ts'
import { connectWebsite, setDomains } from './website/connect-website.ts'
import { disconnectAll } from './connections/disconnect-all.ts'
import { disconnectChannel } from './connections/disconnect-channel.ts'
import { endHookTroubles } from './hooks/hook-failures.ts'
import { changeGreeting, listGreetings, makeGreeting, removeGreeting } from './greetings/greetings.ts'
import { getHostedPage, openHostedPage, renameHostedPage } from './website/hosted-page.ts'
import { hookRoutes } from './hooks/hook-routes.ts'
import { kinds } from './kinds.ts'
import { syncDue, syncLater, syncTemplates } from './templates/sync-templates.ts'
import { askSync, listTemplates, makeTemplate } from './templates/templates.ts'
import { readIdentitySecret, turnIdentitySecret } from './website/website-identity.ts'
import { checkPage } from './website/check-page.ts'
import { forgetOldVisitors } from './website/website-visitor.ts'
import { websiteRoutes } from './website/website-routes.ts'
import { facebookApi } from '#shared/contracts/channels/facebook.api.ts'
import { channelsApi } from '#shared/contracts/channels/channels.api.ts'
import { widgetApi } from '#shared/contracts/widget.api.ts'

const route = routesOf(channelsApi)

const all = Object.values(kinds)

export const channelsFeature: Feature = {
  name: 'channels',
  routes: [
    route('POST /api/v1/channels/websites', { who: 'admin', status: 201 }, connectWebsite),
    route('PUT /api/v1/channels/:id/domains', { who: 'admin' }, setDomains),
    route('GET /api/v1/channels/:id/identity-secret', { who: 'admin' }, readIdentitySecret),
    route('POST /api/v1/channels/:id/identity-secret/turn', { who: 'admin' }, turnIdentitySecret),
    route('POST /api/v1/channels/:id/check-page', { who: 'admin', costly: true }, checkPage),
    route('POST /api/v1/channels/:id/disconnect', { who: 'admin' }, disconnectChannel),
    route('GET /api/v1/hosted-page', { who: 'member' }, getHostedPage),
    route('POST /api/v1/hosted-page', { who: 'admin' }, openHostedPage),
    route('PATCH /api/v1/hosted-page', { who: 'admin' }, renameHostedPage),
    route('GET /api/v1/greetings', { who: 'member' }, listGreetings),
    route('POST /api/v1/greetings', { who: 'admin', status: 201 }, makeGreeting),
    route('PUT /api/v1/greetings/:id', { who: 'admin' }, changeGreeting),
    route('DELETE /api/v1/greetings/:id', { who: 'admin' }, removeGreeting),
    route('GET /api/v1/templates', { who: 'member', keys: true }, listTemplates),
    route('POST /api/v1/templates', { who: 'admin', costly: true, status: 201 }, makeTemplate),
    route('POST /api/v1/templates/sync', { who: 'admin', costly: true, status: 202 }, askSync),
    ...all.flatMap(kind => kind.routes ?? []),
  ],
  listens: { 'workspace.deleted': { 'disconnect all': disconnectAll } },
  onEmit: { 'channel.account-reported': { 'sync templates': syncLater } },
  jobs: {
    'sync templates': syncTemplates,
    ...(Object.assign({}, ...all.map(kind => kind.jobs)) as Feature['jobs']),
  },
  timers: {
    'sync templates': { every: hours(1), run: syncDue },
    'forget visitors': { every: days(1), run: forgetOldVisitors },
    'forget hooks': { every: days(1), run: forgetOldHooks },
    'forget greeting hours': { every: days(1), run: forgetOldGreetingHours },
    'end hook troubles': { every: minutes(1), run: endHookTroubles },
    ...(Object.assign({}, ...all.map(kind => kind.timers)) as Feature['timers']),
  },
  described: [
    describe(facebookApi, 'POST /api/v1/channels/facebook/start', { who: 'admin' }),
    describe(channelsApi, 'POST /api/v1/channels/zalo/start', { who: 'admin' }),
    describe(widgetApi, 'GET /widget/v1/config', { who: 'anyone' }),
    describe(widgetApi, 'POST /widget/v1/greetings', { who: 'anyone', status: 204 }),
    describe(widgetApi, 'POST /widget/v1/ticket', { who: 'anyone' }),
  ],
  async plugin(app, platform, callerOf) {
    await app.register(async scope => websiteRoutes(scope, platform))
    await app.register(async scope => hookRoutes(scope, platform))
    for (const kind of all) if (kind.plugin) await app.register(async scope => kind.plugin?.(scope, platform, callerOf))
  },
}
