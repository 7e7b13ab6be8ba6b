import { hours } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/rate-limit.ts'
import { refuse } from '../auth-error.ts'

/**
 * Twenty second steps of an account in an hour, right or wrong: who has the password would else guess six digits within
 * days. Sessions that stand are not touched.
 * @throws over_request_rate_limit
 */
export async function countStep(platform: Platform, userId: string): Promise<void> {
  if (!platform.config.AUTH_RATE_LIMITS) return
  try {
    await limit(platform, `second-step:${userId}`, { most: 20, windowMs: hours(1) })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'request.too_many') throw error
    throw refuse('over_request_rate_limit', 'Request rate limit reached', { retryAfter: error.retryAfter })
  }
}
