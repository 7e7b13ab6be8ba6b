import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-judge.ts on shops of other authors, each by a judge that had not seen it; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.95, answered: 0.008, wrong: 0 },
  { allowed: 2, threshold: 0.95, answered: 0.008, wrong: 0 },
  { allowed: 3, threshold: 0.95, answered: 0.008, wrong: 0 },
  { allowed: 4, threshold: 0.94, answered: 0.138, wrong: 0.037 },
  { allowed: 5, threshold: 0.93, answered: 0.165, wrong: 0.047 },
  { allowed: 6, threshold: 0.92, answered: 0.238, wrong: 0.059 },
  { allowed: 7, threshold: 0.89, answered: 0.278, wrong: 0.069 },
  { allowed: 8, threshold: 0.89, answered: 0.278, wrong: 0.069 },
  { allowed: 9, threshold: 0.86, answered: 0.321, wrong: 0.088 },
  { allowed: 10, threshold: 0.86, answered: 0.321, wrong: 0.088 },
]

/** Where the owner has chosen nothing: at most 6 in a hundred answers were wrong. */
export const usualThreshold = 0.92
