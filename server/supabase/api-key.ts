import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'

/** Browsers may send it in the query. */
export function keySent(request: FastifyRequest): unknown {
  return request.headers['apikey'] ?? (request.query as { apikey?: unknown }).apikey
}

/** @returns 'missing' without a key, undefined for a foreign one */
export async function keyRole(
  platform: Platform,
  request: FastifyRequest,
): Promise<'anon' | 'service_role' | 'missing' | undefined> {
  const key = keySent(request)
  if (key === undefined || key === '') return 'missing'
  return typeof key === 'string' ? roleOfKey(platform, key) : undefined
}

/** Asked again for a connection that lasts: a key may have been ended meanwhile. */
export async function roleOfKey(platform: Platform, key: string): Promise<'anon' | 'service_role' | undefined> {
  if (key === platform.tokens.anonKey) return 'anon'
  const role = (await platform.tokens.verify(key))?.role
  return role === 'anon' || role === 'service_role' ? role : undefined
}
