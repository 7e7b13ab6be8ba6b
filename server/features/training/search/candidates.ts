import type { Measure } from './measure-question.ts'
import type { View } from './text-view.ts'
import {
  accentCoverage,
  coverOf,
  gramCoverage,
  knownPairs,
  longestRun,
  nearCoverage,
  pairCoverage,
  weighted,
} from './match-features.ts'
import { numbersClash } from './number-matches.ts'
import type { ReadPassage } from './read-passage.ts'
import { highest, measureLikeness } from './measure-likeness.ts'
import { headingLikelihood } from '../passages/read-lines.ts'
import { nameRun, otherVariant } from './other-variant.ts'
import { namesIn, typeMatch, type QuestionType } from './question-type.ts'
import type { Unit } from '../passages/split-units.ts'
import { isSyllable } from '../language/stem.ts'
import { framesEnglish, isStop } from '../language/stop-words.ts'
import { type Token, tokens } from '../language/tokens.ts'

export const passageFeatures = [
  'score',
  'plainScore',
  'pairs',
  'run',
  'bestUnit',
  'bestWindow',
  'grams',
  'heading',
  'type',
  'context',
  'length',
  'foreign',
  'foreignCover',
  'foreignScore',
  'likeCover',
  'likeUnit',
  'likeWindow',
  'nearCover',
  'nearUnit',
  'nearWindow',
] as const
export type PassageMeasures = Record<(typeof passageFeatures)[number], number>

export const unitFeatures = [
  'cover',
  'withHeading',
  'window',
  'pairs',
  'nearPairs',
  'run',
  'accents',
  'grams',
  'rare',
  'type',
  'novel',
  'length',
  'first',
  'row',
  'before',
  'context',
  'name',
  'bare',
  'typeAlone',
  'likeCover',
  'likeWindow',
  'nearCover',
  'nearWindow',
] as const
export type UnitMeasures = Record<(typeof unitFeatures)[number], number>

/** Measures certainty, not order. */
export type UnitEvidence = {
  /** Share of the question met by the unit and its neighbours. */
  window: number
  /** Holds something of the asked type that the question does not name. */
  novelType: number
}
export type PassageEvidence = {
  /** Absolute BM25, not a share of the best. */
  score: number
  accents: number
  /** Best of a unit with its neighbours. */
  window: number
  /** Share of content-word pairs some passage has; of those, the share missing here. */
  pairsKnown: number
  pairsMissed: number
}

export type MeasuredUnit = {
  unit: Unit
  cover: number[]
  /** The question names another number or variant. */
  clash: boolean
  isNamed: boolean
  /** Question words matching its name's beginning; null if too few. */
  named: { from: number; to: number } | null
  measures: UnitMeasures
  evidence: UnitEvidence
}
export type MeasuredPassage = {
  position: number
  cover: number[]
  headingCover: number[]
  headed: ReadonlySet<string>
  measures: PassageMeasures
  evidence: PassageEvidence
  units: MeasuredUnit[]
}

export type Asked = { measure: Measure; context: Measure | null; type: QuestionType }
/** Scores as shares of the best; `bm25` is absolute. */
export type Hit = { position: number; score: number; plainScore: number; bm25: number }

export function compare(asked: Asked, passage: ReadPassage, hit: Hit): MeasuredPassage {
  const { measure, context, type } = asked
  const read = asReadBy(measure, passage)
  const cover = coverOf(measure, read.view)
  const headingCover = coverOf(measure, read.headingView)
  const covers = read.unitViews.map(view => coverOf(measure, view))
  const met = covers.map(unitCover => weighted(measure, unitCover))
  const windows = covers.map((unitCover, i) => weighted(measure, highest(unitCover, covers[i + 1])))
  const around = covers.map((unitCover, i) =>
    weighted(measure, highest(highest(unitCover, covers[i + 1]), covers[i - 1])),
  )
  const grams = read.unitViews.map(view => gramCoverage(measure, view))
  const { units: unitLikeness, passage: passageLikeness } = measureLikeness(measure, read, covers, cover)
  const askedTerms = new Set(measure.query.tokens.map(token => token.term))

  const units = read.units.map((unit, i): MeasuredUnit => {
    const view = read.unitViews[i]!
    const hasType = typeMatch(type, unit.text)
    const novel = view.tokens.filter(token => !askedTerms.has(token.term) && !isStop(token)).length
    return {
      unit,
      cover: covers[i]!,
      clash:
        numbersClash(measure, view, covers[i]!) ||
        otherVariant(measure, { name: read.names[i]!, view, cover: covers[i]! }, { names: read.names, headingCover }),
      isNamed: read.names[i]!.length > 0,
      named: namedBy(measure, read.names[i]!),
      measures: {
        cover: met[i]!,
        withHeading: weighted(measure, highest(covers[i]!, headingCover)),
        window: windows[i]!,
        pairs: pairCoverage(measure, view),
        nearPairs: nearCoverage(measure, view),
        run: longestRun(measure, view),
        accents: accentCoverage(measure, view) ?? met[i]!,
        grams: grams[i]!,
        rare: rareMet(measure, covers[i]!),
        type: hasType,
        typeAlone: measure.askingShare * hasType,
        novel: Math.min(1, novel / 8),
        length: Math.min(1, view.tokens.length / 60),
        first: Number(i === 0),
        row: Number(unit.row),
        before: i > 0 ? met[i - 1]! : 0,
        context: context ? weighted(context, coverOf(context, view)) : 0,
        name: nameAsked(unit, askedTerms),
        bare: Number(!unit.row && !/\d/.test(unit.text) && headingLikelihood(unit.text) > 0),
        ...unitLikeness[i]!,
      },
      evidence: {
        window: around[i]!,
        novelType: hasType * Number(type === 'other' || type === 'yes_no' || namesMore(type, unit, view, askedTerms)),
      },
    }
  })
  const best = indexOfMax(met)
  const foreign = Number(read.language !== measure.query.language)
  return {
    position: hit.position,
    cover,
    headingCover,
    headed: passage.headingView.raws,
    units,
    measures: {
      score: hit.score,
      plainScore: hit.plainScore,
      pairs: pairCoverage(measure, read.view),
      run: longestRun(measure, read.view),
      bestUnit: Math.max(0, ...met),
      bestWindow: Math.max(0, ...windows),
      grams: Math.max(0, ...grams),
      heading: weighted(measure, headingCover),
      type: units.length ? typeMatch(type, `${read.units[best]!.text} ${read.units[best + 1]?.text ?? ''}`) : 0,
      context: context ? weighted(context, coverOf(context, read.view)) : 0,
      length: Math.min(1, read.view.tokens.length / 250),
      foreign,
      foreignCover: foreign * weighted(measure, cover),
      foreignScore: foreign * hit.score,
      ...passageLikeness,
    },
    evidence: {
      score: hit.bm25,
      accents: accentCoverage(measure, read.view) ?? weighted(measure, cover),
      window: Math.max(0, ...around),
      ...knownPairs(measure, read.view),
    },
  }
}

/** English "the" or "to" is not a Vietnamese "thẻ" or "tô". */
function asReadBy({ query }: Measure, read: ReadPassage): ReadPassage {
  if (query.language !== 'vi' || read.language !== 'en') return read
  const framing = query.tokens.flatMap(({ term }) => (isSyllable(term) && framesEnglish(term) ? [term] : []))
  if (!framing.length) return read
  const without = (view: View): View => ({ ...view, positions: withoutKeys(view.positions, framing) })
  return {
    ...read,
    view: without(read.view),
    headingView: without(read.headingView),
    unitViews: read.unitViews.map(without),
  }
}

function withoutKeys<Value>(map: Map<string, Value>, keys: readonly string[]): Map<string, Value> {
  const rest = new Map(map)
  for (const key of keys) rest.delete(key)
  return rest
}

/** Two words, or the whole name, identify it. */
function namedBy(measure: Measure, name: Token[]): MeasuredUnit['named'] {
  const { at, length } = nameRun(measure, name)
  const run = measure.query.tokens.slice(at, at + length)
  const isEnough = length > 1 || (length > 0 && length === name.length)
  return isEnough && run.some(word => !isStop(word)) ? { from: at, to: at + length } : null
}

/** A number (for who and where, a name) that the question lacks. */
function namesMore(type: QuestionType, { text }: Unit, view: View, asked: Set<string>): boolean {
  if (type !== 'person' && type !== 'place')
    return view.tokens.some(token => /\d/.test(token.raw) && !asked.has(token.term))
  return namesIn(text).some(name => !asked.has(tokens(name)[0]?.term ?? ''))
}

/** Of a name like "Son tint: 199.000đ"; 0 without one. */
function nameAsked(unit: Unit, asked: Set<string>): number {
  const name = /^(.{2,70}?)(?:[:;]\s| {2,}|\s[–-]\s)/u.exec(unit.text)?.[1]
  const words = name ? tokens(name).filter(token => !isStop(token)) : []
  return words.length ? words.filter(token => asked.has(token.term)).length / words.length : 0
}

function indexOfMax(values: number[]): number {
  let best = 0
  values.forEach((value, i) => {
    if (value > values[best]!) best = i
  })
  return best
}

export function rareMet(measure: Measure, cover: number[]): number {
  if (!measure.rare.length) return 0
  const met = measure.rare.map(term => Math.max(0, ...cover.filter((_, i) => measure.query.tokens[i]!.term === term)))
  return met.reduce((a, b) => a + b, 0) / met.length
}
