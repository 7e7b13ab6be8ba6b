import { type Evidence, evidenceOf } from '#server/answering/judging/measure-evidence.ts'
import { type Judge, judgeEvidence, type Learned } from '#server/answering/judging/judge.ts'
import { sumOfTrees } from '#server/answering/judging/trees.ts'
import { fitLogistic } from './fit.ts'
import { fitTrees } from './fit-trees.ts'
import type { JudgedOption } from './judge-examples.ts'
import { signsOf } from './judge-signs.ts'

const settings = { trees: 200, depth: 4, rate: 0.05, shrink: 5, least: 4, share: 0.6 }

/** Shops are dealt out to so many parts to find out how sure what has not been seen may be. */
const parts = 5

/**
 * Learns the judge. What it says of its own examples is too sure: the last step, from a sum to a probability, is learned from
 * answers of shops that were left out, each the best of its question, as it would have been given.
 */
export function learnJudge(examples: readonly JudgedOption[], leaveOut: RegExp | null = null): Learned {
  const measures = Object.keys(examples[0]!.evidence).filter(name => !leaveOut?.test(name))
  const trees = fit(examples, measures)
  const shops = [...new Set(examples.map(({ shop }) => shop))].sort()
  const chosen = Array.from({ length: parts }, (_, part) => {
    const isOut = ({ shop }: JudgedOption): boolean => shops.indexOf(shop) % parts === part
    const others = fit(
      examples.filter(one => !isOut(one)),
      measures,
    )
    return bestOf(examples.filter(isOut), one => sumOfTrees(others, valuesOf(one.evidence, measures)))
  }).flat()
  const [shift = 0, factor = 1] = fitLogistic(
    chosen.map(({ sum, option }) => ({ features: [1, sum], right: option.right, weight: option.weight })),
    2,
    { steps: 500, rate: 0.05, shrink: 1e-5 },
  )
  return { measures, trees, calibration: { factor: round(factor), shift: round(shift) } }
}

function fit(examples: readonly JudgedOption[], measures: readonly string[]) {
  return fitTrees(
    examples.map(({ evidence, right, weight }) => ({ values: valuesOf(evidence, measures), right, weight })),
    measures.length,
    settings,
    signsOf(measures),
  )
}

function bestOf(options: readonly JudgedOption[], sumOf: (option: JudgedOption) => number) {
  return [...Map.groupBy(options, ({ shop, question }) => `${shop} ${question}`).values()].map(own =>
    own.map(option => ({ option, sum: sumOf(option) })).reduce((best, one) => (one.sum > best.sum ? one : best)),
  )
}

/** For each shop the judge that has not seen it. */
export function judgesWithout(examples: readonly JudgedOption[], shops: readonly string[]): Map<string, Judge> {
  const measures = Object.keys(examples[0]!.evidence)
  return new Map(
    shops.map(shop => {
      const trees = fit(
        examples.filter(one => one.shop !== shop),
        measures,
      )
      // The line from sums to probabilities hardly differs from none.
      const learned: Learned = { measures, trees, calibration: { factor: 1, shift: 0 } }
      return [shop, candidate => judgeEvidence(learned, evidenceOf(candidate))]
    }),
  )
}

function valuesOf(evidence: Evidence, measures: readonly string[]): Float64Array {
  return Float64Array.from(measures, name => evidence[name] ?? 0)
}

const round = (value: number): number => Math.round(value * 1000) / 1000
