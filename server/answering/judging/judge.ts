import type { Candidate } from './candidate.ts'
import { type Evidence, evidenceOf } from './measure-evidence.ts'
import { factWeights } from './fact-weights.ts'
import { quoteWeights } from './quote-weights.ts'
import { readTrees, sumOfTrees, type Trees } from './trees.ts'

/** The probability that an answer is right. */
export type Judge = (candidate: Candidate) => number

export type Learned = {
  measures: readonly string[]
  trees: Trees
  /** learned from shops that the trees had not seen */
  calibration: { factor: number; shift: number }
}

/** Separate trees, because the evidence differs between compiled facts and quoted lines. */
export type LearnedKinds = { facts: Learned; quotes: Learned }

type Written = Omit<Learned, 'trees'> & { start: number; trees: string }
const read = ({ start, trees, ...rest }: Written): Learned => ({ ...rest, trees: { start, trees: readTrees(trees) } })
const learned: LearnedKinds = { facts: read(factWeights), quotes: read(quoteWeights) }

export const judge: Judge = candidate => judgeBy(learned, candidate)

export function judgeBy({ facts, quotes }: LearnedKinds, candidate: Candidate): number {
  return judgeEvidence(candidate.compiled ? facts : quotes, evidenceOf(candidate))
}

function judgeEvidence({ measures, trees, calibration }: Learned, evidence: Evidence): number {
  const sum = sumOfTrees(
    trees,
    measures.map(name => evidence[name] ?? 0),
  )
  return 1 / (1 + Math.exp(-(calibration.factor * sum + calibration.shift)))
}
