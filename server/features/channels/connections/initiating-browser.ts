import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { browserOf, isBrowser, isNavigation, knowBrowser } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'

/** Who set out for a platform's consent: a browser, by its cookie, and a session. */
export type Initiator = { browserHash: string; sessionId: string; aal: string }

/** The browser and the session that begin; a browser that is new here gets its cookie with this answer. */
export function initiatorOf(
  platform: Platform,
  { claims }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Initiator {
  const browserHash = knowBrowser(platform.config, request, reply)
  return { browserHash, sessionId: String(claims['session_id']), aal: claims['aal'] === 'aal2' ? 'aal2' : 'aal1' }
}

/**
 * The browser that came back, by its own cookie. Nobody is one who has none, and no page that only shows the address as a
 * picture or a frame.
 */
export function returnedBrowser(platform: Platform, request: FastifyRequest): string | undefined {
  if (isBrowser(request) && !isNavigation(request)) return undefined
  return browserOf(platform.config, request)
}

/** SQL: whether the session that began, `row`, still stands. */
export function stillSignedIn(platform: Platform, row: string) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`coalesce(auth.session_standing(${column('session_id')}, ${column('person_id')}, ${column('aal')},
    ${platform.clock.now()}) = 'live', false)`
}
