import type { FastifyRequest } from 'fastify'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { refuse } from '../auth-error.ts'

/** Only the service key may administer accounts, never a person, whatever their metadata say. */
export async function requireAdmin(platform: Platform, request: FastifyRequest): Promise<void> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw refuse('no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await platform.tokens.verify(token)
  if (!claims) throw refuse('bad_jwt', 'invalid JWT: unable to parse or verify signature')
  if (claims.role !== 'service_role') throw refuse('not_admin', 'User not allowed')
}

/** @throws validation_failed (404) for a malformed id */
export function namedUser(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw refuse('validation_failed', 'user_id must be an UUID', { status: 404 })
  return id
}

export function noSuchUser() {
  return refuse('user_not_found', 'User not found', { status: 404 })
}
