import type { Candidate } from './candidate.ts'
import { type Evidence, evidenceOf } from './measure-evidence.ts'
import { factWeights } from './fact-weights.ts'
import { quoteWeights } from './quote-weights.ts'
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

/** Compiled knowledge that is said is judged by other trees than a quoted line: what speaks for it is another thing. */
export type LearnedKinds = { facts: Learned; quotes: Learned }

type Written = Omit<Learned, 'trees'> & { start: number; trees: string }
const read = ({ start, trees, ...rest }: Written): Learned => ({ ...rest, trees: { start, trees: readTrees(trees) } })
const learned: LearnedKinds = { facts: read(factWeights), quotes: read(quoteWeights) }

/** As it was learned from all shops. */
export const judge: Judge = candidate => judgeBy(learned, candidate)

export function judgeBy({ facts, quotes }: LearnedKinds, candidate: Candidate): number {
  return judgeEvidence(candidate.told ? facts : quotes, evidenceOf(candidate))
}

function judgeEvidence({ measures, trees, calibration }: Learned, evidence: Evidence): number {
  const sum = sumOfTrees(
    trees,
    measures.map(name => evidence[name] ?? 0),
  )
  return 1 / (1 + Math.exp(-(calibration.factor * sum + calibration.shift)))
}
