import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'

/**
 * The role of the key that a program sent: in the header `apikey`, or in the address where headers cannot be set.
 * @returns 'missing' without a key, undefined for one that is not ours
 */
export async function keyRole(
  platform: Platform,
  request: FastifyRequest,
): Promise<'anon' | 'service_role' | 'missing' | undefined> {
  const key = request.headers['apikey'] ?? (request.query as { apikey?: unknown }).apikey
  if (key === undefined || key === '') return 'missing'
  if (key === platform.tokens.anonKey) return 'anon'
  if (typeof key !== 'string') return undefined
  const role = (await platform.tokens.verify(key))?.role
  return role === 'anon' || role === 'service_role' ? role : undefined
}
