import type { FastifyRequest } from 'fastify'
import type { Claims } from '#platform/sql/database.ts'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { keyRole } from '../api-key.ts'
import { bearerClaims, secondStepNeeded } from '../bearer-claims.ts'
import { refuse } from './storage-error.ts'

const words = {
  invalid: 'Invalid Compact JWS',
  expired: '"exp" claim timestamp check failed',
  ended: 'The session has ended',
  half: secondStepNeeded,
}

/**
 * Whom a call is made for: its bearer, else its key. The client's storage part is also used on its own, with a bearer and
 * no key; so either is enough, and none may be wrong.
 * @returns undefined without both @throws AccessDenied
 */
export async function readStorageCaller(platform: Platform, request: FastifyRequest): Promise<Claims | undefined> {
  const role = await keyRole(platform, request)
  if (!role) throw refuse('AccessDenied', 'Invalid API key')
  const header = request.headers.authorization
  if (header === undefined) return role === 'missing' ? undefined : { role }
  const bearer = /^Bearer (\S+)$/i.exec(header)?.[1]
  const result = bearer === undefined ? { refused: 'invalid' as const } : await bearerClaims(platform, bearer)
  if ('refused' in result) throw refuse('AccessDenied', words[result.refused])
  return result.claims
}

/** @throws AccessDenied, on the wire 401, when nobody is named */
export async function requireStorageCaller(platform: Platform, request: FastifyRequest): Promise<Claims> {
  const claims = await readStorageCaller(platform, request)
  if (!claims) throw refuse('AccessDenied', words.invalid, 401)
  return claims
}

/** The columns that say whose a bucket or an object is: set by the server alone. */
export function ownerOf(claims: Claims): { owner: string | null; ownerId: string | null } {
  return { owner: isUuid(claims.sub) ? claims.sub : null, ownerId: claims.sub ?? null }
}
