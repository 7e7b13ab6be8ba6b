import type { FastifyRequest } from 'fastify'
import { withinTimeOf } from '#platform/http/caller-time.ts'
import { minutes } from '#platform/clock.ts'
import type { Claims } from '#platform/sql/database.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import type { Limit } from '#platform/limits/rate-limit.ts'

const perCaller = {
  broadcasts: { max: 6000, windowMs: minutes(1), burst: 300 },
  uploads: { max: 600, windowMs: minutes(5), burst: 200 },
} satisfies Record<string, Limit>

/** @throws request.too_many per account, else per network address; the service key is exempt */
export function limitCaller(
  platform: Platform,
  request: FastifyRequest,
  claims: Claims,
  what: keyof typeof perCaller,
  count = 1,
): void {
  if (claims.role === 'service_role') return
  drawInMemory(platform, `${what}:${callerOf(claims, peerOf(request.ip))}`, perCaller[what], count)
}

export function withinCallersTime<T>(
  platform: Platform,
  peer: string,
  claims: Claims,
  read: () => Promise<T>,
): Promise<T> {
  return claims.role === 'service_role' ? read() : withinTimeOf(platform, callerOf(claims, peer), read)
}

function callerOf(claims: Claims, peer: string): string {
  return claims.sub ?? peer
}
