import type { Caller } from './caller.ts'
import { freshMs } from './second-step.ts'
import { failure } from '../errors.ts'
import type { Platform } from '../platform.ts'

/** @throws account.prove_again without a password, mailed code, app code or passkey in the last 15 minutes; a renewed token keeps `amr` */
export function requireFreshProof(platform: Platform, { claims }: Caller): void {
  const proofs = Array.isArray(claims['amr']) ? (claims['amr'] as { timestamp?: unknown }[]) : []
  const newest = Math.max(0, ...proofs.map(({ timestamp }) => (typeof timestamp === 'number' ? timestamp : 0)))
  if (platform.clock.now().getTime() - newest * 1000 > freshMs) throw failure('account.prove_again')
}
