import type { Caller } from './caller.ts'
import { minutes } from '../clock.ts'
import { failure } from '../errors.ts'
import type { Platform } from '../platform.ts'

/** How long a proof lasts for acts that need a fresh one. */
export const freshMs = minutes(15)

/** @throws operator.second_step_needed where the session did not pass the second step, or the account has none */
export function requireSecondStep({ claims }: Pick<Caller, 'claims'>): void {
  if (claims['aal'] !== 'aal2') throw failure('operator.second_step_needed')
}

/** @throws operator.second_step_needed, account.prove_again without app digits or a passkey in the last 15 minutes: renewed tokens keep `amr` */
export function requireFreshSecondStep(platform: Platform, caller: Pick<Caller, 'claims'>): void {
  requireSecondStep(caller)
  const proofs = Array.isArray(caller.claims['amr'])
    ? (caller.claims['amr'] as { method?: unknown; timestamp?: unknown }[])
    : []
  const strong = proofs.filter(({ method }) => method === 'totp' || method === 'passkey')
  const newest = Math.max(0, ...strong.map(({ timestamp }) => (typeof timestamp === 'number' ? timestamp : 0)))
  if (platform.clock.now().getTime() - newest * 1000 > freshMs) throw failure('account.prove_again')
}
