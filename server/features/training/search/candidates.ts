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

/** What is measured of a passage against a question; the learned weights go by these names. */
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

/** What is measured of a unit, beside the rank of its passage. */
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

/** What tells how sure an answer is, without a say in the order. */
export type UnitEvidence = {
  /** of the question, met by the unit and the ones beside it */
  window: number
  /** something of the type asked for that the question does not name itself */
  novelType: number
}
export type PassageEvidence = {
  /** BM25 score, not a share of the best one's */
  score: number
  accents: number
  /** the most that a unit with the ones beside it meets */
  window: number
  /** share of the question's pairs of content words that some passage has, and of these the share that this one lacks */
  pairsKnown: number
  pairsMissed: number
}

export type MeasuredUnit = {
  unit: Unit
  cover: number[]
  /** the question names another number or variant of the same thing */
  clash: boolean
  /** it begins with what it is about, as rows and price lines do */
  isNamed: boolean
  /** which words of the question are the beginning of its name, from and until before; null: none that tell it */
  named: { from: number; to: number } | null
  measures: UnitMeasures
  evidence: UnitEvidence
}
export type MeasuredPassage = {
  position: number
  cover: number[]
  headingCover: number[]
  /** the words of its title and heading, as written */
  headed: ReadonlySet<string>
  measures: PassageMeasures
  evidence: PassageEvidence
  units: MeasuredUnit[]
}

export type Asked = { measure: Measure; context: Measure | null; type: QuestionType }
/** A passage from the first search, its scores as shares of the best one's; `bm25` is the first of them as it is. */
export type Hit = { position: number; score: number; plainScore: number; bm25: number }

/** Compares a question with one passage and each of its units. */
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
  const { units: ofUnits, passage: ofPassage } = measureLikeness(measure, read, covers, cover)
  const askedTerms = new Set(measure.query.tokens.map(token => token.term))

  const units = read.units.map((unit, i): MeasuredUnit => {
    const view = read.unitViews[i]!
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
        type: typeMatch(type, unit.text),
        typeAlone: measure.askingShare * typeMatch(type, unit.text),
        novel: Math.min(1, novel / 8),
        length: Math.min(1, view.tokens.length / 60),
        first: Number(i === 0),
        row: Number(unit.row),
        before: i > 0 ? met[i - 1]! : 0,
        context: context ? weighted(context, coverOf(context, view)) : 0,
        name: nameAsked(unit, askedTerms),
        bare: Number(!unit.row && !/\d/.test(unit.text) && headingLikelihood(unit.text) > 0),
        ...ofUnits[i]!,
      },
      evidence: {
        window: around[i]!,
        novelType:
          typeMatch(type, unit.text) *
          Number(type === 'other' || type === 'yes_no' || namesMore(type, unit, view, askedTerms)),
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
      ...ofPassage,
    },
    evidence: {
      score: hit.bm25,
      accents: accentCoverage(measure, read.view) ?? weighted(measure, cover),
      window: Math.max(0, ...around),
      ...knownPairs(measure, read.view),
    },
  }
}

/** An English "the" or "to" is not what a Vietnamese question calls "thẻ" or "tô", typed without its marks or not. */
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

/** Two words of a name tell which one is meant, or all that it has. */
function namedBy(measure: Measure, name: Token[]): MeasuredUnit['named'] {
  const { at, length } = nameRun(measure, name)
  const run = measure.query.tokens.slice(at, at + length)
  const tells = length > 1 || (length > 0 && length === name.length)
  return tells && run.some(word => !isStop(word)) ? { from: at, to: at + length } : null
}

/** Whether a unit has a number, or for who and where a name, that the question has not. */
function namesMore(type: QuestionType, { text }: Unit, view: View, asked: Set<string>): boolean {
  if (type !== 'person' && type !== 'place')
    return view.tokens.some(token => /\d/.test(token.raw) && !asked.has(token.term))
  return namesIn(text).some(name => !asked.has(tokens(name)[0]?.term ?? ''))
}

/** How much of a unit's name ("Son tint: 199.000đ") was asked for; 0 where it has none. */
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

/** How far the three rarest words of the question are met. */
export function rareMet(measure: Measure, cover: number[]): number {
  if (!measure.rare.length) return 0
  const met = measure.rare.map(term => Math.max(0, ...cover.filter((_, i) => measure.query.tokens[i]!.term === term)))
  return met.reduce((a, b) => a + b, 0) / met.length
}
