import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyCaller, keyOf } from '#features/workspaces/api-keys/key-caller.ts'
import { readCaller } from '#features/workspaces/read-caller.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import type { Claims, Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { forgetUsedChallenges, giveChallenge } from '#platform/http/human-check.ts'
import { makeHttp } from '#platform/http/http.ts'
import { locateClaims } from '#platform/http/locate-claims.ts'
import type { Platform } from '#platform/platform.ts'
import { countGrown, maintainEmbedded } from '#platform/embedded/maintain-embedded.ts'
import { forgetOldEvents } from '#platform/events/forget-events.ts'
import { forgetFullBuckets } from '#platform/limits/rate-limit.ts'
import { sessionStanding } from '#supabase/auth/sessions/live-session.ts'
import { supabaseWing } from '#supabase/supabase.ts'
import { apiReferenceOf } from './api-reference/api-reference.ts'
import { makeDailyBackup } from './backup/daily-backup.ts'
import { recordErasures } from './backup/erasures/record-erasures.ts'
import { features } from './features.ts'
import { saveLasting } from './keys/save-lasting.ts'
import { healthRoutes } from './health.ts'
import { pagesFeature } from './pages.ts'
import { platformApi } from '#shared/contracts/platform.api.ts'

const route = routesOf(platformApi)

const housekeeping: Feature = {
  name: 'platform',
  routes: [route('GET /api/v1/human-check', { who: 'anyone' }, giveChallenge)],
  described: [
    describe(platformApi, 'GET /healthz', { who: 'anyone' }),
    describe(platformApi, 'GET /readyz', { who: 'anyone' }),
  ],
  jobs: { 'send mail': (platform, email) => platform.mail.send(email) },
  timers: {
    'trim changes': { every: hours(1), run: platform => platform.changes.trim() },
    'forget challenges': { every: hours(1), run: forgetUsedChallenges },
    'forget limits': { every: hours(1), run: forgetFullBuckets },
    'forget events': { every: hours(24), run: forgetOldEvents },
    'maintain database': { every: hours(6), run: maintainEmbedded },
    'count tables': { every: minutes(1), run: countGrown },
    'record erasures': { every: minutes(1), run: recordErasures },
    'save lasting keys': { every: days(1), run: saveLasting },
    'back up': { every: hours(1), run: makeDailyBackup },
  },
  plugin: healthRoutes,
}

/** In order of address lookup. */
const answering: Feature[] = [housekeeping, supabaseWing, ...features]
export const parts: Feature[] = [...answering, apiReferenceOf(answering), pagesFeature]

/** Done once, before anything is emitted. */
export function wireJobs(platform: Platform): void {
  for (const part of parts) {
    for (const [kind, handler] of Object.entries(part.jobs ?? {}))
      platform.jobs.handle(kind, (payload, job) => handler(platform, payload, job))
    for (const [event, actions] of Object.entries(part.onEmit ?? {})) {
      for (const action of Object.values(actions)) {
        platform.jobs.onEmit(event as never, (tx, payload) =>
          (action as (platform: Platform, tx: Tx, payload: never) => Promise<unknown>)(platform, tx, payload),
        )
      }
    }
    for (const [event, actions] of Object.entries(part.listens ?? {})) {
      for (const [name, action] of Object.entries(actions)) {
        platform.jobs.listen(event as never, name, payload =>
          (action as (platform: Platform, payload: never) => Promise<unknown>)(platform, payload),
        )
      }
    }
  }
}

/** `sheds`: too many requests at once are told to come back. */
export function makeApp(platform: Platform, options: { sheds?: boolean } = {}): Promise<FastifyInstance> {
  return makeHttp(
    platform,
    parts,
    async (_platform, request, who, keys) => {
      const key = keyOf(request)
      if (key === undefined) return readCaller(platform, request, who, await readClaims(platform, request))
      if (!keys) throw failure('auth.key_refused')
      return keyCaller(platform, request, who, key)
    },
    options,
  )
}

async function readClaims(platform: Platform, request: FastifyRequest): Promise<Claims> {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const claims = bearer === undefined ? undefined : await platform.tokens.verify(bearer)
  if (!claims?.sub) throw failure('auth.sign_in_needed')
  const standing = await sessionStanding(platform, claims)
  if (standing === 'live') return locateClaims(claims, request.ip, platform.clock.now())
  throw failure(standing === 'half' ? 'auth.second_step_needed' : 'auth.sign_in_needed')
}
