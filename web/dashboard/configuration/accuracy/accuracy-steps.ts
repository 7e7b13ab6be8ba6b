import type { RateStep } from '#shared/contracts/bot/gate.results.ts'

/** Percent of wrong answers allowed when nothing was chosen. */
export const defaultShare = 6
export const namedShares = [2, 6, 10]
export const slidShares = [2, 3, 4, 6, 7, 8, 10]

/** No threshold means the usual step; one between two steps counts as the more careful one that it still satisfies. */
export function stepOf(
  steps: readonly RateStep[],
  threshold: number | null,
): { step: RateStep | undefined; exact: boolean } {
  if (threshold === null) return { step: steps.find(step => step.allowed === defaultShare), exact: true }
  // The database rounds thresholds to six digits. Of several steps with one threshold, the most careful is shown.
  const same = steps.find(step => slidShares.includes(step.allowed) && Math.abs(step.threshold - threshold) < 0.001)
  return { step: same ?? steps.findLast(step => step.threshold >= threshold) ?? steps[0], exact: same !== undefined }
}

/** null for the usual step, so that it follows the product as it learns. */
export function thresholdOf(step: RateStep): number | null {
  return step.allowed === defaultShare ? null : step.threshold
}

export function percentOf(share: number): number {
  return Math.round(share * 100)
}
