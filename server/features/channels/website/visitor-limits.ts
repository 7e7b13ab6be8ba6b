import type { FastifyRequest } from 'fastify'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import { identifiesNobody, peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import type { Limit } from '#platform/limits/rate-limit.ts'

// Limits per network address. Shared addresses (a school, a mobile network) have many visitors, so they are high.

const maxAtOnce = 64

export const perAddress = {
  sessions: { max: 120, windowMs: minutes(1) },
  messages: { max: 120, windowMs: minutes(1) },
  others: { max: 900, windowMs: minutes(1) },
} satisfies Record<string, Limit>

export type VisitorLimits = {
  /** @throws request.too_many */
  count(request: FastifyRequest, what: keyof typeof perAddress): void
  /** @throws server.busy */
  gate<T>(run: () => Promise<T>): Promise<T>
}

const limitsOfPlatform = new WeakMap<Platform, VisitorLimits>()

export function visitorLimits(platform: Platform): VisitorLimits {
  const known = limitsOfPlatform.get(platform)
  if (known) return known
  const limits = makeLimits(platform)
  limitsOfPlatform.set(platform, limits)
  return limits
}

function makeLimits(platform: Platform): VisitorLimits {
  let running = 0
  return {
    count(request, what) {
      if (identifiesNobody(request.ip)) return
      drawInMemory(platform, `widget ${what}:${peerOf(request.ip)}`, perAddress[what])
    },
    async gate(run) {
      if (running >= maxAtOnce) throw failure('server.busy', {}, 2)
      running += 1
      try {
        return await run()
      } finally {
        running -= 1
      }
    },
  }
}
