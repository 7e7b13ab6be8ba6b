import type { FastifyInstance } from 'fastify'
import { minutes } from '#platform/clock.ts'
import type { CallerOf } from '#platform/feature.ts'
import { readInput } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { sealed } from '#platform/http/sealed-reply.ts'
import { startBody } from '#shared/contracts/channels/channels.api.ts'
import { callbackPath, cookieName, startConsent, stateInCookie } from './consent.ts'
import { initiatorOf, returnedBrowser } from '../../connections/initiating-browser.ts'
import { idOf } from '../../hooks/exact-json.ts'
import { finishConsent, type Finished } from './finish-consent.ts'

const callbacks = { max: 60, windowMs: minutes(10) }

export function consentRoutes(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void {
  app.post('/api/v1/channels/zalo/start', async (request, reply) => {
    const caller = await callerOf(request, 'admin')
    const { url, cookie } = await startConsent(
      platform,
      caller,
      initiatorOf(platform, caller, request, reply),
      readInput(startBody, request.body ?? {}),
    )
    return sealed(reply)
      .header('set-cookie', cookieText(platform, cookie, 600))
      .send({ url })
  })

  // No HEAD route: a prefetch must not use up the state.
  app.get(callbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    await limit(platform, `zalo callback:${request.ip}`, callbacks)
    const query = request.query as Record<string, unknown>
    const finished = await finishConsent(platform, {
      browserHash: returnedBrowser(platform, request),
      state: stateIn(query['state']) ?? stateInCookie(platform, request.headers.cookie),
      code: idOf(last(query['code'])),
      accountId: idOf(last(query['oa_id'])),
      error: idOf(last(query['error'])) ?? idOf(last(query['error_code'])),
    })
    return sealed(reply)
      .header('set-cookie', cookieText(platform, '', 0))
      .header('referrer-policy', 'no-referrer')
      .redirect(addressAfter(platform, finished), 303)
  })
}

/** May occur twice, from Zalo and in the return address: both must agree. */
function stateIn(value: unknown): string | undefined {
  const all = (Array.isArray(value) ? value : [value]).flatMap(one => idOf(one) ?? [])
  return new Set(all).size > 1 ? 'differing' : all[0]
}

function last(value: unknown): unknown {
  return Array.isArray(value) ? value.at(-1) : value
}

function addressAfter(platform: Platform, finished: Finished): string {
  const url = new URL('/dashboard/connect', platform.config.publicUrl)
  if ('error' in finished) url.searchParams.set('zalo_error', finished.error)
  else url.searchParams.set('zalo', finished.channelId)
  return url.href
}

function cookieText(platform: Platform, value: string, seconds: number): string {
  const secure = platform.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=${callbackPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
