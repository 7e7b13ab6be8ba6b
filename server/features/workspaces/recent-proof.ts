import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

const freshMs = minutes(15)

/**
 * Makes sure that the account's owner is there, and not who found a screen unlocked: a password, a mailed code or the digits of
 * an app were given within the last 15 minutes. A renewed token keeps the time of its proofs (`amr`).
 * @throws account.prove_again
 */
export function requireFreshProof(platform: Platform, { claims }: Caller): void {
  const proofs = Array.isArray(claims['amr']) ? (claims['amr'] as { timestamp?: unknown }[]) : []
  const newest = Math.max(0, ...proofs.map(({ timestamp }) => (typeof timestamp === 'number' ? timestamp : 0)))
  if (platform.clock.now().getTime() - newest * 1000 > freshMs) throw failure('account.prove_again')
}
