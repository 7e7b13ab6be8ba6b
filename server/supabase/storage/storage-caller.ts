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

/** @throws AccessDenied if bearer or key is invalid; either suffices (the client's storage part sends no key), undefined without */
export async function readStorageCaller(platform: Platform, request: FastifyRequest): Promise<Claims | undefined> {
  const role = await keyRole(platform, request)
  if (!role) throw refuse('AccessDenied', 'Invalid API key')
  const header = request.headers.authorization
  if (header === undefined) return role === 'missing' ? undefined : { role }
  const bearer = /^Bearer (\S+)$/i.exec(header)?.[1]
  const result =
    bearer === undefined ? { refused: 'invalid' as const } : await bearerClaims(platform, bearer, request.ip)
  if ('refused' in result) throw refuse('AccessDenied', words[result.refused])
  return result.claims
}

/** @throws AccessDenied (401) */
export async function requireStorageCaller(platform: Platform, request: FastifyRequest): Promise<Claims> {
  const claims = await readStorageCaller(platform, request)
  if (!claims) throw refuse('AccessDenied', words.invalid, 401)
  return claims
}

export function ownerOf(claims: Claims): { owner: string | null; ownerId: string | null } {
  return { owner: isUuid(claims.sub) ? claims.sub : null, ownerId: claims.sub ?? null }
}
