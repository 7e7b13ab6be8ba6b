import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'

/** @throws referrals.second_step_needed */
export function requireStrongSession({ claims }: Caller): void {
  if (claims['aal'] !== 'aal2') throw failure('referrals.second_step_needed')
}
