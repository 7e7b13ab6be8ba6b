import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'

/** @returns 'missing' without a key, undefined for a foreign one; browsers may send it in the query */
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
