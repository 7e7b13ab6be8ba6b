import type { RateStep } from '#shared/contracts/bot/gate.results.ts'

/** Percent of wrong answers that is taken where nothing was chosen. */
export const defaultShare = 6
export const namedShares = [2, 6, 10]
/** The named ones lie at the ends and in the middle. */
export const slidShares = [2, 3, 4, 6, 7, 8, 10]

/** The step that a threshold stands for: none chosen, the usual one; one between two steps, the more careful that it still keeps to. */
export function stepOf(
  steps: readonly RateStep[],
  threshold: number | null,
): { step: RateStep | undefined; exact: boolean } {
  if (threshold === null) return { step: steps.find(step => step.allowed === defaultShare), exact: true }
  // The database keeps thresholds with six digits.
  // Of several that one threshold keeps to the most careful is shown: that much is true.
  const same = steps.find(step => slidShares.includes(step.allowed) && Math.abs(step.threshold - threshold) < 0.001)
  return { step: same ?? steps.findLast(step => step.threshold >= threshold) ?? steps[0], exact: same !== undefined }
}

/** What is saved for a step; the usual one follows the product as it learns. */
export function thresholdOf(step: RateStep): number | null {
  return step.allowed === defaultShare ? null : step.threshold
}

export function percentOf(share: number): number {
  return Math.round(share * 100)
}
