import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { CallerOf } from '#platform/feature.ts'
import { knowBrowser } from '#platform/http/browser-cookie.ts'
import { readInput } from '#platform/http/http.ts'
import { sealed } from '#platform/http/sealed-reply.ts'
import { isUuid } from '#platform/ids.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Platform } from '#platform/platform.ts'
import { mailAddress } from '../auth-body.ts'
import { addresses } from '#shared/addresses.ts'
import { ssoFindBody } from '#shared/contracts/sso/sso.api.ts'
import { readConnection } from './connection.ts'
import { enabledConnection, findSso, limitSso, providerAddress } from './leave.ts'
import { requireChanger } from './require-changer.ts'
import { explained, returnFromProvider } from './return.ts'

/** What sets a cookie or redirects. */
export function ssoRoutes(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void {
  app.post('/api/v1/sso/find', async (request, reply) => {
    await limitSso(platform, 'find', request.ip)
    return sealed(reply).send(await findSso(platform, readInput(ssoFindBody, request.body ?? {})))
  })

  app.post('/api/v1/sso/trial', async (request, reply) => {
    const caller = await callerOf(request, 'admin')
    requireChanger(platform, caller, 'without proof')
    const { workspaceId, personId, claims } = caller
    await limit(platform, `sso trial:${workspaceId}`, { max: 30, windowMs: minutes(10) })
    const connection = await platform.db.asService(workspaceId, tx => readConnection(tx, { workspaceId }))
    if (!connection) throw failure('sso.not_set_up')
    const tester = {
      personId,
      sessionId: String(claims['session_id']),
      aal: claims['aal'] === 'aal2' ? 'aal2' : 'aal1',
    }
    const left = await providerAddress(platform, connection, {
      browserHash: knowBrowser(platform.config, request, reply),
      tester,
    })
    if ('problem' in left) throw failure('sso.issuer_unreachable')
    return sealed(reply).send(left)
  })

  // No HEAD routes: a prefetch must neither set out nor use up a state.
  app.get('/api/v1/sso/start/:id', { exposeHeadRoute: false }, async (request, reply) => {
    await limitSso(platform, 'start', request.ip)
    const { id } = request.params as { id: string }
    const email = mailAddress.safeParse((request.query as { email?: unknown }).email).data
    if (!isFromHere(request)) return sealed(reply).redirect(signInPage(platform, email), 302)
    const connection = isUuid(id) ? await enabledConnection(platform, id) : undefined
    const left = connection
      ? await providerAddress(platform, connection, {
          browserHash: knowBrowser(platform.config, request, reply),
          email,
        })
      : { problem: 'off' as const }
    const url = 'url' in left ? left.url : explained(platform, left.problem)
    return sealed(reply).header('referrer-policy', 'no-referrer').redirect(url, 302)
  })

  app.get('/api/v1/sso/callback/:id', { exposeHeadRoute: false }, async (request, reply) => {
    await limitSso(platform, 'callback', request.ip)
    const { id } = request.params as { id: string }
    const url = await returnFromProvider(platform, request, id)
    return sealed(reply).header('referrer-policy', 'no-referrer').redirect(url, 303)
  })
}

/** A link of anybody's, in a letter or on another page, neither leads on to an address of theirs nor changes whose session this is. */
function isFromHere({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'same-origin' } = headers
  return site === 'same-origin'
}

function signInPage({ config }: Platform, email: string | undefined): string {
  const url = new URL(config.publicUrl + addresses.auth)
  url.searchParams.set('mode', 'sso')
  if (email) url.searchParams.set('email', email)
  return url.href
}
