import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-error-rate.ts on the development shops; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.98, answered: 0.297, wrong: 0.009 },
  { allowed: 2, threshold: 0.86, answered: 0.516, wrong: 0.016 },
  { allowed: 3, threshold: 0.56, answered: 0.632, wrong: 0.029 },
  { allowed: 4, threshold: 0.44, answered: 0.646, wrong: 0.04 },
  { allowed: 5, threshold: 0.37, answered: 0.659, wrong: 0.05 },
  { allowed: 6, threshold: 0.3, answered: 0.664, wrong: 0.056 },
  { allowed: 7, threshold: 0.23, answered: 0.677, wrong: 0.069 },
  { allowed: 8, threshold: 0.18, answered: 0.684, wrong: 0.079 },
  { allowed: 9, threshold: 0.13, answered: 0.692, wrong: 0.089 },
  { allowed: 10, threshold: 0.11, answered: 0.702, wrong: 0.098 },
]
