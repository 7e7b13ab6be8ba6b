import { type Caller, onlyWorkspaceOf, requireOwnSignIn } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { requireFreshProof } from '#platform/http/recent-proof.ts'

/**
 * Whom the provider signed in must not widen what it may, nor be left with no other way in.
 * @throws auth.own_sign_in_needed, account.prove_again
 */
export function requireChanger(platform: Platform, caller: Caller, proof?: 'without proof'): void {
  requireOwnSignIn(caller)
  if (!proof) requireFreshProof(platform, caller)
}

export function isOwnSession({ claims }: Caller): boolean {
  return onlyWorkspaceOf(claims) === null
}
