import type { Evidence } from '#server/answering/judging/measure-evidence.ts'
import { type Judge, judgeBy, type Learned, type LearnedKinds } from '#server/answering/judging/judge.ts'
import { sumOfTrees, type Trees } from '#server/answering/judging/trees.ts'
import { fitLogistic } from './fit.ts'
import { fitTrees } from './fit-trees.ts'
import type { JudgedOption } from './judge-examples.ts'
import { signsOf } from './judge-signs.ts'

const settings = {
  facts: { trees: 150, depth: 3, rate: 0.05, shrink: 5, minWeight: 4, share: 0.5 },
  quotes: { trees: 250, depth: 4, rate: 0.04, shrink: 5, minWeight: 4, share: 0.3 },
}
type Kind = keyof typeof settings

const parts = 5
const partsLeftOut = 8

export function learnJudge(examples: readonly JudgedOption[], leaveOut: RegExp | null = null): LearnedKinds {
  return { facts: learnKind('facts', examples, leaveOut), quotes: learnKind('quotes', examples, leaveOut) }
}

/** The trees are overconfident on their own examples, so the calibration is learned from left-out shops' best answers. */
function learnKind(kind: Kind, all: readonly JudgedOption[], leaveOut: RegExp | null): Learned {
  const examples = filterKind(kind, all)
  const measures = Object.keys(examples[0]!.evidence).filter(name => !leaveOut?.test(name))
  const shops = [...new Set(examples.map(({ shop }) => shop))].sort()
  const chosen = Array.from({ length: parts }, (_, part) => {
    const isOut = ({ shop }: JudgedOption): boolean => shops.indexOf(shop) % parts === part
    const others = fit(
      kind,
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
  const calibration = { factor: round(factor), shift: round(shift) }
  return { measures, trees: fit(kind, examples, measures), calibration }
}

function filterKind(kind: Kind, examples: readonly JudgedOption[]): JudgedOption[] {
  return examples.filter(({ evidence }) => (evidence['compiled'] === 1) === (kind === 'facts'))
}

function fit(kind: Kind, examples: readonly JudgedOption[], measures: readonly string[]): Trees {
  return fitTrees(
    examples.map(({ evidence, right, weight }) => ({ values: valuesOf(evidence, measures), right, weight })),
    measures.length,
    settings[kind],
    signsOf(measures),
  )
}

function bestOf(options: readonly JudgedOption[], sumOf: (option: JudgedOption) => number) {
  return [...Map.groupBy(options, ({ shop, question }) => `${shop} ${question}`).values()].map(own =>
    own.map(option => ({ option, sum: sumOf(option) })).reduce((best, one) => (one.sum > best.sum ? one : best)),
  )
}

/** Each shop gets a judge that has not seen it; a few shops share one, to save time. `learned`: its calibration is reused. */
export function judgesWithout(
  examples: readonly JudgedOption[],
  shops: readonly string[],
  learned: LearnedKinds,
): Map<string, Judge> {
  const partOf = (shop: string): number => shops.indexOf(shop) % partsLeftOut
  const without = (kind: Kind, part: number): Learned => {
    const { measures, calibration } = learned[kind]
    const others = filterKind(kind, examples).filter(one => partOf(one.shop) !== part)
    return { measures, trees: fit(kind, others, measures), calibration }
  }
  const judges = Array.from({ length: Math.min(partsLeftOut, shops.length) }, (_, part): Judge => {
    const kinds = { facts: without('facts', part), quotes: without('quotes', part) }
    return candidate => judgeBy(kinds, candidate)
  })
  return new Map(shops.map(shop => [shop, judges[partOf(shop)]!]))
}

function valuesOf(evidence: Evidence, measures: readonly string[]): Float64Array {
  return Float64Array.from(measures, name => evidence[name] ?? 0)
}

const round = (value: number): number => Math.round(value * 1000) / 1000
