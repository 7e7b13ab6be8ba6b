/** What a step or a broadcast says about its costs. */
type Costs = {
  marketing?: boolean | undefined
  /** đồng per message; null: only what is free */
  max_each?: number | null | undefined
  zalo_paid?: boolean | null | undefined
}
export type PaidWays = { zalo: boolean; meta: boolean }

/** Drafts saved before the two were separate pay Zalo if they may cost anything. */
export function paidWays({ marketing = false, max_each: maxEach = null, zalo_paid: zalo }: Costs): PaidWays {
  return { zalo: maxEach !== null && (zalo ?? true), meta: marketing }
}

/** Switches each platform's billing without affecting the other. `prices`, in đồng, are a lower bound for the limit per message. */
export function withPaidWays<C extends Costs>(
  step: C,
  { zalo, meta }: PaidWays,
  prices: { zalo: number; meta: number },
): C {
  const was = paidWays(step)
  const min = Math.max(zalo ? prices.zalo : 0, meta ? prices.meta : 0)
  // A limit raised for one that is now off does not pass to the other.
  const remaining = (was.zalo && !zalo) || (was.meta && !meta) ? 0 : (step.max_each ?? 0)
  return { ...step, marketing: meta, zalo_paid: zalo, max_each: zalo || meta ? Math.max(remaining, min) : null }
}
