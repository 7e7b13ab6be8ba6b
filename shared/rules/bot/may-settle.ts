import type { IntentAct, IntentState } from '../../words.ts'

/** Days in which it may be decided, or a proposal answered. */
export const intentOpenDays = 7

/** A change asks the customer whether it suits: their yes or no is settled on the same card. */
export function maySettle(state: IntentState, settledAt: Date | null, act: IntentAct, now: Date): boolean {
  if (state === 'open') return true
  const latest = (settledAt?.getTime() ?? 0) + intentOpenDays * 24 * 60 * 60_000
  return state === 'changed' && act !== 'change' && now.getTime() < latest
}
