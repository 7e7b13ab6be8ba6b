import type { FastifyRequest } from 'fastify'
import { hours } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { refuse } from '../auth-error.ts'
import { ownersBrowser } from '../sessions/known-browsers.ts'

/** @throws over_request_rate_limit after twenty per hour; a browser that passed has its own count, so the owner stays in */
export async function countStep(platform: Platform, request: FastifyRequest, userId: string): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  const own = await ownersBrowser(platform, request, { id: userId }, { stepped: true })
  try {
    await limit(platform, `second-step:${userId}${own === undefined ? '' : `:${own}`}`, {
      max: 20,
      windowMs: hours(1),
    })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'request.too_many') throw error
    throw refuse('over_request_rate_limit', 'Request rate limit reached', { retryAfter: error.retryAfter })
  }
}
