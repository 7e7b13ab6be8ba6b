import type { Candidate } from './candidate.ts'
import { type Evidence, evidenceOf } from './measure-evidence.ts'
import { judgeWeights } from './judge-weights.ts'
import { readTrees, sumOfTrees, type Trees } from './trees.ts'

/** How likely an answer is right, 0 to 1. */
export type Judge = (candidate: Candidate) => number

/** What was learned: trees over measures, and the line that turns their sum into a probability. */
export type Learned = {
  measures: readonly string[]
  trees: Trees
  /** learned from shops that the trees had not seen */
  calibration: { factor: number; shift: number }
}

const learned: Learned = { ...judgeWeights, trees: { start: judgeWeights.start, trees: readTrees(judgeWeights.trees) } }

/** As it was learned from all shops. */
export const judge: Judge = candidate => judgeEvidence(learned, evidenceOf(candidate))

export function judgeEvidence({ measures, trees, calibration }: Learned, evidence: Evidence): number {
  const sum = sumOfTrees(
    trees,
    measures.map(name => evidence[name] ?? 0),
  )
  return 1 / (1 + Math.exp(-(calibration.factor * sum + calibration.shift)))
}
