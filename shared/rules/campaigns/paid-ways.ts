import type { StepOf } from '../../contracts/campaigns/sequences.contract.ts'

type Message = StepOf<'message'>
/** Which platforms may bill for a step's text, up to one price for each message. */
export type PaidWays = { zalo: boolean; meta: boolean }

/** A step that was written before both were told apart pays Zalo as soon as it may cost anything. */
export function paidWays({ marketing = false, max_each: most = null, zalo_paid: zalo }: Message): PaidWays {
  return { zalo: most !== null && (zalo ?? true), meta: marketing }
}

/**
 * Lets platforms bill, or no more: neither brings the other along.
 * @param prices đồng that each takes for one now: the limit is at least that, and goes where nothing may cost any more
 */
export function withPaidWays(step: Message, { zalo, meta }: PaidWays, prices: { zalo: number; meta: number }): Message {
  const was = paidWays(step)
  const least = Math.max(zalo ? prices.zalo : 0, meta ? prices.meta : 0)
  // What was raised for one that is off again is not left to the other.
  const kept = (was.zalo && !zalo) || (was.meta && !meta) ? 0 : (step.max_each ?? 0)
  return { ...step, marketing: meta, zalo_paid: zalo, max_each: zalo || meta ? Math.max(kept, least) : null }
}
