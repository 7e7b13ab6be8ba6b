import { minutes, seconds } from '#platform/clock.ts'
import type { Limit } from '#platform/limits/rate-limit.ts'
import type { Config } from '#server/config.ts'
import type { ChannelKind } from '#shared/words.ts'

/** Campaigns' share of an account's rate; the rest stays free for replies. */
export const campaignShare = 0.5

/** Messenger per second, Zalo per minute with a burst of a tenth. `rate`: the platform's requests a minute. */
export function paceOf(config: Config, kind: ChannelKind, rate: number | null): Required<Limit> {
  if (kind === 'website') return { max: 50, windowMs: seconds(1), burst: 50 }
  if (kind === 'facebook') {
    const max = config.FACEBOOK_SENDS_PER_SECOND
    return { max, windowMs: seconds(1), burst: max }
  }
  const perMinute = rate ?? config.ZALO_REQUESTS_PER_MINUTE
  const burst = Math.max(1, Math.floor(perMinute / 10))
  return { max: Math.max(1, perMinute - burst), windowMs: minutes(1), burst }
}

export function campaignsIn(pace: Limit, ms: number): number {
  return Math.max(1, Math.floor((pace.max * campaignShare * ms) / pace.windowMs))
}
