import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { browserOf, isBrowser, isNavigation, knowBrowser } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'

export type Initiator = { browserHash: string; sessionId: string; aal: string }

export function initiatorOf(
  platform: Platform,
  { claims }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Initiator {
  const browserHash = knowBrowser(platform.config, request, reply)
  return { browserHash, sessionId: String(claims['session_id']), aal: claims['aal'] === 'aal2' ? 'aal2' : 'aal1' }
}

/** undefined without its cookie, or if a page only embeds the address as a picture or frame. */
export function returnedBrowser(platform: Platform, request: FastifyRequest): string | undefined {
  if (isBrowser(request) && !isNavigation(request)) return undefined
  return browserOf(platform.config, request)
}

export function stillSignedIn(platform: Platform, row: string) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`coalesce(auth.session_standing(${column('session_id')}, ${column('person_id')}, ${column('aal')},
    ${platform.clock.now()}) = 'live', false)`
}
