import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-judge.ts on shops of other authors, each by a judge that had not seen it; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.95, answered: 0.006, wrong: 0 },
  { allowed: 2, threshold: 0.95, answered: 0.006, wrong: 0 },
  { allowed: 3, threshold: 0.95, answered: 0.006, wrong: 0 },
  { allowed: 4, threshold: 0.94, answered: 0.134, wrong: 0.038 },
  { allowed: 5, threshold: 0.93, answered: 0.161, wrong: 0.048 },
  { allowed: 6, threshold: 0.91, answered: 0.247, wrong: 0.057 },
  { allowed: 7, threshold: 0.9, answered: 0.273, wrong: 0.066 },
  { allowed: 8, threshold: 0.89, answered: 0.287, wrong: 0.072 },
  { allowed: 9, threshold: 0.88, answered: 0.303, wrong: 0.089 },
  { allowed: 10, threshold: 0.86, answered: 0.325, wrong: 0.095 },
]

/** Where the owner has chosen nothing: at most 6 in a hundred answers were wrong. */
export const usualThreshold = 0.91
