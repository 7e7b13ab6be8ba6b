/**
 * Measures, on the development shops, which threshold keeps to which share of wrong answers: every question as a customer asks it, and
 * with a seventh of the weight with what answers it taken away, so that about one in three has none. Writes
 * server/features/bot/error-rate/development-rates.ts. Run after learn-confidence.ts: node benchmarks/learn-error-rate.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Judged, stepsOf } from '#features/bot/error-rate/rates.ts'
import { developmentFolder, filesOf, readSets, smallShopsFolder } from './evaluation-sets.ts'
import { judgeShop } from './judge-shop.ts'

const sets = readSets([...filesOf(developmentFolder), ...filesOf(smallShopsFolder)])
const judged: Judged[] = sets.businesses.flatMap(set => judgeShop(set))
const file = join(import.meta.dirname, '../server/features/bot/error-rate/development-rates.ts')
writeFileSync(
  file,
  `import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-error-rate.ts on the development shops; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
${stepsOf(judged)
  .map(
    step =>
      `  { allowed: ${step.allowed}, threshold: ${step.threshold}, answered: ${step.answered}, wrong: ${step.wrong} },`,
  )
  .join('\n')}
]
`,
)
