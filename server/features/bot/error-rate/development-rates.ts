import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-error-rate.ts on the development shops; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.96, answered: 0.371, wrong: 0.01 },
  { allowed: 2, threshold: 0.86, answered: 0.501, wrong: 0.016 },
  { allowed: 3, threshold: 0.56, answered: 0.626, wrong: 0.03 },
  { allowed: 4, threshold: 0.5, answered: 0.639, wrong: 0.039 },
  { allowed: 5, threshold: 0.42, answered: 0.648, wrong: 0.048 },
  { allowed: 6, threshold: 0.37, answered: 0.66, wrong: 0.056 },
  { allowed: 7, threshold: 0.3, answered: 0.67, wrong: 0.07 },
  { allowed: 8, threshold: 0.24, answered: 0.678, wrong: 0.079 },
  { allowed: 9, threshold: 0.21, answered: 0.689, wrong: 0.09 },
  { allowed: 10, threshold: 0.15, answered: 0.697, wrong: 0.096 },
]
