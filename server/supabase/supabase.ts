import type { FastifyInstance } from 'fastify'
import { hours, minutes } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import type { Platform } from '#platform/platform.ts'
import { describedAuth } from './auth/auth.api.ts'
import { authPlugin } from './auth/auth-routes.ts'
import { closeAccount } from './auth/users/close-account.ts'
import { mailLink } from './auth/email-links/mail-link.ts'
import { hasPassword } from './auth/passwords/has-password.ts'
import { endSession, listMemberSessions, listSessions } from './auth/sessions/session-list.ts'
import { forgetUnverifiedFactors } from './auth/second-step/enroll-factor.ts'
import { forgetChallenges } from './auth/passkeys/challenges.ts'
import { addDomain, checkAgain, checkDomain, planDomainChecks, removeDomain } from './auth/sso/domains.ts'
import { readSso, removeSso, saveSso, switchSso } from './auth/sso/save-sso.ts'
import { ssoRoutes } from './auth/sso/sso-routes.ts'
import { allowOtherOrigins } from './cors.ts'
import { missedChanges } from './realtime/row-changes/missed-changes.ts'
import { describedRealtime } from './realtime/realtime.api.ts'
import { realtimePlugin } from './realtime/realtime-routes.ts'
import { describedRest } from './rest/rest.api.ts'
import { restPlugin } from './rest/rest-routes.ts'
import { clearOrphanFiles } from './storage/objects/orphan-files.ts'
import { describedStorage } from './storage/storage.api.ts'
import { storagePlugin } from './storage/storage-routes.ts'
import { ssoApi } from '#shared/contracts/sso/sso.api.ts'
import { sessionsApi } from '#shared/contracts/sessions.api.ts'

const route = routesOf(sessionsApi)
const ssoRoute = routesOf(ssoApi)

const plugins: ((app: FastifyInstance, platform: Platform) => void | Promise<void>)[] = [
  authPlugin,
  restPlugin,
  realtimePlugin,
  storagePlugin,
]

export const supabaseWing: Feature = {
  name: 'supabase',
  routes: [
    route('GET /api/v1/changes', { who: 'member' }, missedChanges),
    route('GET /api/v1/account/password', { who: 'person' }, hasPassword),
    route('GET /api/v1/account/sessions', { who: 'person' }, listSessions),
    route('GET /api/v1/members/:id/sessions', { who: 'admin' }, listMemberSessions),
    route('DELETE /api/v1/account/sessions/:id', { who: 'person' }, endSession),
    ssoRoute('GET /api/v1/sso', { who: 'admin' }, readSso),
    ssoRoute('PUT /api/v1/sso', { who: 'admin', costly: true }, saveSso),
    ssoRoute('PUT /api/v1/sso/state', { who: 'admin', costly: true }, switchSso),
    ssoRoute('DELETE /api/v1/sso', { who: 'admin' }, removeSso),
    ssoRoute('POST /api/v1/sso/domains', { who: 'admin', status: 201 }, addDomain),
    ssoRoute('POST /api/v1/sso/domains/:id/check', { who: 'admin', costly: true }, checkDomain),
    ssoRoute('DELETE /api/v1/sso/domains/:id', { who: 'admin' }, removeDomain),
  ],
  described: [
    describe(ssoApi, 'POST /api/v1/sso/find', { who: 'anyone' }),
    describe(ssoApi, 'POST /api/v1/sso/trial', { who: 'admin' }),
    ...[...describedAuth, ...describedRest, ...describedRealtime, ...describedStorage],
  ],
  onEmit: { 'account.closed': { 'remove the sign-in': closeAccount } },
  jobs: { 'mail link': mailLink, 'clear loose files': clearOrphanFiles, 'check sso domain': checkAgain },
  timers: {
    'clear loose files': { every: hours(1), run: clearOrphanFiles },
    'forget passkey challenges': { every: minutes(30), run: forgetChallenges },
    'check sso domains': { every: hours(1), run: planDomainChecks },
    'forget unverified factors': { every: hours(6), run: forgetUnverifiedFactors },
  },
  async plugin(app, platform, callerOf) {
    allowOtherOrigins(app, ['/auth/v1', '/rest/v1', '/realtime/v1', '/storage/v1'])
    for (const plugin of plugins) await app.register(async scope => plugin(scope, platform))
    await app.register(async scope => ssoRoutes(scope, platform, callerOf))
  },
}
