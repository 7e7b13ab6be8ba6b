import type { Found } from '#features/training/find-passages.ts'
import { isStop, wordWorth } from '#features/training/stop-words.ts'
import { confidenceWeights } from './confidence-weights.ts'

/** Learned with the weights: the highest answer rate with at most 5 % wrong replies. */
export const defaultThreshold = 0.45

/** What tells whether the best unit is the answer; the learned weights go by these names. */
export const confidenceMeasures = [
  'constant',
  'cover',
  'withHeading',
  'passageCover',
  'missing',
  'unknown',
  'pairs',
  'nearPairs',
  'brokenPairs',
  'run',
  'rare',
  'type',
  'typeMissed',
  'typeAlone',
  'typeMissedAlone',
  'accents',
  'grams',
  'gap',
  'rankGap',
  'words',
  'lone',
  'foreign',
  'foreignCover',
  'context',
  'row',
  'name',
  'strange',
  'strangeNames',
  'clash',
  'yesNo',
  'yesNoCover',
  'yesNoMissing',
  'yesNoUnknown',
  'headUnknown',
  'sole',
  'size',
  'sizeCover',
  'sizeRankGap',
  'sizePairs',
] as const
export type ConfidenceMeasures = Record<(typeof confidenceMeasures)[number], number>

/** Measures the best unit found. Null when nothing was found at all. */
export function measureConfidence(found: Found): ConfidenceMeasures | null {
  const [best] = found.units
  const passage = best && found.passages[best.passage]
  if (!best || !passage) return null
  const { measure } = found
  const share = (weight: (at: number) => number) =>
    measure.weights.reduce((sum, value, at) => sum + value * weight(at), 0) / measure.total
  const whole = passage.cover
  const content = measure.query.tokens.filter(token => !isStop(token)).length
  const other = found.units.find(unit => unit.passage !== best.passage)
  const nextRank = found.passages.find(one => one !== passage)?.rank ?? passage.rank - alone
  const rankGap = Math.min(1, Math.max(-1, (passage.rank - nextRank) / 4))
  const size = Math.min(1, Math.log10(found.size) / 4)
  const missing = Math.max(0, ...whole.map((value, at) => (value < 0.5 ? measure.weights[at]! : 0))) / measure.total
  const unknown = share(at => Number(measure.unknown.has(at)))
  // "Có bán X không?": what is asked for must be there, the rest of the sentence is the same for everything.
  const yesNo = Number(found.type === 'yes_no')
  return {
    constant: 1,
    cover: best.measures.cover,
    withHeading: best.measures.withHeading,
    passageCover: share(at => whole[at]!),
    missing,
    unknown,
    pairs: best.measures.pairs,
    nearPairs: best.measures.nearPairs,
    brokenPairs: brokenPairs(found, whole),
    run: best.measures.run,
    rare: best.measures.rare,
    type: Number(best.measures.type === 1),
    typeMissed: Number(best.measures.type === 0),
    typeAlone: best.measures.type === 1 ? measure.askingShare : 0,
    typeMissedAlone: best.measures.type === 0 ? measure.askingShare : 0,
    accents: best.measures.accents,
    grams: best.measures.grams,
    gap: Math.min(1, Math.max(-1, (best.score - (other?.score ?? best.score - alone)) / 4)),
    rankGap,
    words: Math.min(1, content / 8),
    lone: Number(content <= 1),
    foreign: passage.measures.foreign,
    foreignCover: passage.measures.foreignCover,
    context: best.measures.context,
    row: best.measures.row,
    name: best.measures.name,
    strange: measure.unknownCompounds,
    strangeNames: measure.strangeNames,
    clash: Number(best.clash),
    yesNo,
    yesNoCover: yesNo * best.measures.withHeading,
    yesNoMissing: yesNo * missing,
    yesNoUnknown: yesNo * unknown,
    headUnknown: headUnknown(found),
    sole: Number(found.passages.length === 1),
    size,
    sizeCover: size * best.measures.withHeading,
    sizeRankGap: size * rankGap,
    sizePairs: size * best.measures.pairs,
  }
}

/** Where nothing else was found there is no distance to it: a middling one is taken. */
const alone = 1.2

/** "Có dạy chó không?": whether the first word that names something after "có" or "do you" is one that no passage has. */
function headUnknown({ measure, type }: Found): number {
  const { tokens, asking } = measure.query
  const opener = tokens.findIndex(({ raw }) => /^(?:có|co|do|does|is|are|can)$/.test(raw))
  if (type !== 'yes_no' && opener !== 0) return 0
  const head = tokens.findIndex((token, at) => at > opener && wordWorth(token) === 1 && !asking.has(at))
  return Number(measure.unknown.has(head))
}

/** Share of the question's neighbouring content words that stand there, but not as neighbours: "nước" and "hoa" for "nước hoa". */
function brokenPairs({ measure }: Found, cover: number[]): number {
  let broken = 0
  let total = 0
  const { tokens } = measure.query
  for (let at = 0; at + 1 < tokens.length; at++) {
    if (isStop(tokens[at]!) || isStop(tokens[at + 1]!)) continue
    total += 1
    const pair = measure.pairs[at]!
    if (cover[at]! > 0.3 && cover[at + 1]! > 0.3 && pair.known === false) broken += 1
  }
  return total ? broken / total : 0
}

/** The calibrated probability that a reply with the best unit is right, 0 to 1. */
export function confidenceOf(found: Found): number {
  const measures = measureConfidence(found)
  if (!measures) return 0
  const weights = confidenceWeights[found.measure.query.language]
  let sum = 0
  for (const name of confidenceMeasures) sum += measures[name] * weights[name]
  // "iPhone 15" asked, "iPhone 13" found: too few such cases to learn from, and a wrong price is dear.
  if (measures.clash) sum -= 3
  return 1 / (1 + Math.exp(-sum))
}
