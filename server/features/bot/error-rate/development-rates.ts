import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-judge.ts on shops of other authors, each by a judge that had not seen it; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.94, answered: 0.04, wrong: 0 },
  { allowed: 2, threshold: 0.94, answered: 0.04, wrong: 0 },
  { allowed: 3, threshold: 0.94, answered: 0.04, wrong: 0 },
  { allowed: 4, threshold: 0.94, answered: 0.04, wrong: 0 },
  { allowed: 5, threshold: 0.93, answered: 0.057, wrong: 0.045 },
  { allowed: 6, threshold: 0.91, answered: 0.089, wrong: 0.043 },
  { allowed: 7, threshold: 0.91, answered: 0.089, wrong: 0.043 },
  { allowed: 8, threshold: 0.9, answered: 0.121, wrong: 0.074 },
  { allowed: 9, threshold: 0.9, answered: 0.121, wrong: 0.074 },
  { allowed: 10, threshold: 0.88, answered: 0.164, wrong: 0.094 },
]
