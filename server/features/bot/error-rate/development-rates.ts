import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-error-rate.ts on the development shops; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.97, answered: 0.343, wrong: 0.009 },
  { allowed: 2, threshold: 0.65, answered: 0.622, wrong: 0.019 },
  { allowed: 3, threshold: 0.55, answered: 0.633, wrong: 0.03 },
  { allowed: 4, threshold: 0.44, answered: 0.643, wrong: 0.035 },
  { allowed: 5, threshold: 0.29, answered: 0.659, wrong: 0.049 },
  { allowed: 6, threshold: 0.26, answered: 0.664, wrong: 0.056 },
  { allowed: 7, threshold: 0.16, answered: 0.677, wrong: 0.069 },
  { allowed: 8, threshold: 0.11, answered: 0.688, wrong: 0.079 },
  { allowed: 9, threshold: 0.09, answered: 0.691, wrong: 0.083 },
  { allowed: 10, threshold: 0.08, answered: 0.699, wrong: 0.094 },
]
