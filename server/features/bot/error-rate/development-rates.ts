import type { RateStep } from '#shared/contracts/bot/gate.results.ts'

/** Measured by benchmarks/learning/learn-judge.ts on shops the judge had not seen; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
  { allowed: 1, threshold: 0.98, answered: 0.012, wrong: 0 },
  { allowed: 2, threshold: 0.98, answered: 0.012, wrong: 0 },
  { allowed: 3, threshold: 0.94, answered: 0.112, wrong: 0.021 },
  { allowed: 4, threshold: 0.93, answered: 0.127, wrong: 0.038 },
  { allowed: 5, threshold: 0.92, answered: 0.165, wrong: 0.047 },
  { allowed: 6, threshold: 0.91, answered: 0.184, wrong: 0.052 },
  { allowed: 7, threshold: 0.9, answered: 0.206, wrong: 0.066 },
  { allowed: 8, threshold: 0.89, answered: 0.225, wrong: 0.08 },
  { allowed: 9, threshold: 0.88, answered: 0.243, wrong: 0.083 },
  { allowed: 10, threshold: 0.85, answered: 0.296, wrong: 0.097 },
]

/** Default if the owner chose nothing: at most 6 % of answers were wrong. */
export const defaultThreshold = 0.91
