import { compare, type MeasuredPassage, type MeasuredUnit } from './candidates.ts'
import { fuseCandidates, fuseRanks } from './fuse-rankings.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { measureOf, type Measure } from './measure-question.ts'
import { fixTypos } from './fix-typos.ts'
import type { Query } from './query.ts'
import { type QuestionType, typeMatch } from './question-type.ts'
import { rankingWeights } from './ranking-weights.ts'
import { best } from './search-index.ts'
import { wantedKind } from './wanted-kind.ts'

const rerankSize = 12
/** A title line is seldom an answer; too rare in the development sets to learn. */
const titlePenalty = 4
/** Penalties for lacking what was asked: "đọc số điện thoại đã lưu" holds no phone number. */
const withoutIt = { phone: 12, time: 2.5, place: 4 }

export type FoundUnit = MeasuredUnit & {
  passage: number
  score: number
}
export type FoundPassage = MeasuredPassage & { rank: number }

export type Found = {
  passages: FoundPassage[]
  units: FoundUnit[]
  measure: Measure
  type: QuestionType
  /** Passages in the whole knowledge. */
  size: number
}

export type SearchOptions = {
  /** Positions left out: not valid today, or excluded for measuring. */
  hidden?: ReadonlySet<number> | undefined
  /** Semantic likeness by position; without it words alone decide. */
  meaning?: ArrayLike<number> | undefined
  also?: readonly number[] | undefined
}

export function findPassages(knowledge: Knowledge, query: Query, options: SearchOptions = {}): Found {
  const { meaning } = options
  const { measured, measure, type } = measurePassages(knowledge, query, options)
  const weights = rankingWeights[query.language]
  const byWords = measured.map(passage => weigh(passage.measures, weights.passage))
  const ranks = meaning
    ? fuseRanks(
        byWords,
        measured.map(({ position }) => meaning[position]!),
      )
    : byWords
  const passages = measured.map((passage, i) => ({ ...passage, rank: ranks[i]! })).sort((a, b) => b.rank - a.rank)
  const top = passages[0]?.rank ?? 0
  const sought = wantedKind(type, query.tokens)
  const numberless = sought ? withoutIt[sought] : 0
  const units = passages
    .flatMap((passage, i) =>
      passage.units.map(unit => ({
        ...unit,
        passage: i,
        score:
          weigh(unit.measures, weights.unit) +
          weights.unit.rank * (passage.rank - top) -
          titlePenalty * unit.measures.bare -
          (sought && typeMatch(sought, unit.unit.text) === 0 ? numberless : 0),
      })),
    )
    .sort((a, b) => b.score - a.score)
  return { passages, units, measure, type, size: knowledge.passages.length }
}

export function measurePassages(
  knowledge: Knowledge,
  asked: Query,
  { hidden, meaning, also = [] }: SearchOptions = {},
): {
  measured: MeasuredPassage[]
  measure: Measure
  type: QuestionType
} {
  const { index } = knowledge
  const metOtherwise = (at: number) =>
    asked.alternatives.some(
      other =>
        at >= other.at && at < other.at + other.length && other.tokens.every(token => index.frequency(token.term) > 0),
    )
  const query = { ...asked, alternatives: [...asked.alternatives, ...fixTypos(asked.tokens, metOtherwise, index)] }
  const { scores, plain } = index.search(query.runs, query.alternatives)
  for (const position of hidden ?? []) scores[position] = 0
  const byWords = best(scores, rerankSize)
  const maxScore = byWords[0]?.score ?? 1
  const found = meaning
    ? fuseCandidates(scores, meaning, rerankSize).map(position => ({ position, score: scores[position]! }))
    : byWords
  const known = new Set(found.map(({ position }) => position))
  const wanted = also.filter(position => !known.has(position) && !hidden?.has(position))
  const first = [...found, ...wanted.map(position => ({ position, score: scores[position]! }))]
  const maxPlain = Math.max(...first.map(({ position }) => plain[position]!)) || 1
  const measure = measureOf(query, index)
  // Compounds and asking words index the message's own words, not these.
  const before: Query = { ...query, tokens: query.context, alternatives: [], compounds: [], asking: new Set() }
  const context = query.context.length ? measureOf(before, index) : null
  const { type } = query
  const measured = first.map(({ position, score }) =>
    compare({ measure, context, type }, knowledge.read(position), {
      position,
      score: score / maxScore,
      plainScore: plain[position]! / maxPlain,
      bm25: score,
    }),
  )
  return { measured, measure, type }
}

function weigh(measures: Record<string, number>, weights: Record<string, number>): number {
  let total = 0
  for (const name of Object.keys(measures)) total += measures[name]! * (weights[name] ?? 0)
  return total
}
