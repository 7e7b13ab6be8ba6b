import type { Found, FoundPassage, FoundUnit } from '#features/training/search/find-passages.ts'
import { isStop, wordWorth } from '#features/training/language/stop-words.ts'
import { type ConfidenceMeasures, confidenceMeasures } from './confidence-measures.ts'
import { confidenceWeights } from './confidence-weights.ts'

export type ShownMeasures = { withHeading: number; unknown: number; gap: number; type: number }

/** Null when nothing was found. */
export function measureConfidence(found: Found): (ConfidenceMeasures & ShownMeasures) | null {
  const [best] = found.units
  const passage = best && found.passages[best.passage]
  if (!best || !passage) return null
  const { measure } = found
  const lead = leadOf(found, best, passage)
  const size = Math.min(1, Math.log10(Math.max(found.size, minLearned)) / 4)
  const words = wordsMet(found, best, passage)
  return {
    constant: 1,
    ...words,
    window: best.evidence.window,
    windowSquared: passage.evidence.window ** 2,
    run: passage.measures.run,
    pairsKnown: passage.evidence.pairsKnown,
    pairsMissed: passage.evidence.pairsMissed,
    accents: passage.evidence.accents,
    bm25: Math.log1p(passage.evidence.score),
    score: passage.measures.score,
    plainScore: passage.measures.plainScore,
    ...lead,
    novelType: best.evidence.novelType,
    typeMissed: Number(best.measures.type === 0),
    typeAlone: best.measures.type === 1 ? measure.askingShare : 0,
    foreign: passage.measures.foreign,
    strange: measure.unknownCompounds,
    clash: Number(best.clash),
    yesNo: Number(found.type === 'yes_no'),
    headUnknown: headUnknown(found),
    sole: Number(found.passages.length === 1),
    size,
    sizeUnitShare: size * lead.unitShare,
    sizeRankGap: size * lead.rankGap,
    sizeMetByOthers: size * words.metByOthers,
    ...shown(found, best),
  }
}

function shown({ measure, units }: Found, best: FoundUnit): ShownMeasures {
  const other = units.find(unit => unit.passage !== best.passage)
  const unknown = measure.weights.reduce((sum, weight, at) => sum + (measure.unknown.has(at) ? weight : 0), 0)
  return {
    withHeading: best.measures.withHeading,
    unknown: unknown / measure.total,
    gap: other ? Math.min(1, Math.max(-1, (best.score - other.score) / 4)) : alone,
    type: Number(best.measures.type === 1),
  }
}

function wordsMet({ measure, passages }: Found, best: FoundUnit, passage: FoundPassage) {
  const { query, weights, total } = measure
  const { cover } = passage
  const content = query.tokens.flatMap((token, at) => (isStop(token) || query.asking.has(at) ? [] : [at]))
  const numbers = query.tokens.flatMap((token, at) => (/^\d/.test(token.raw) && !isStop(token) ? [at] : []))
  const share = (counts: (at: number) => boolean): number =>
    weights.reduce((sum, weight, at) => sum + (counts(at) ? weight : 0), 0) / total
  const missed = weights.map((weight, at) => weight * (1 - cover[at]!)).sort((a, b) => b - a)
  const missedByUnit = weights.map((weight, at) => weight * (1 - Math.max(best.cover[at]!, passage.headingCover[at]!)))
  const contentMissed = content.filter(at => cover[at]! < little)
  return {
    words: Math.min(1, content.length / 8),
    metWords: Math.min(1, content.filter(at => cover[at]! > half).length / 8),
    missedWords: Math.min(1, contentMissed.length / 5),
    twoMissed: ((missed[0] ?? 0) + (missed[1] ?? 0)) / total,
    worstMissed: Math.max(0, ...missedByUnit),
    missedHere: share(at => contentMissed.includes(at) && !measure.unknown.has(at)),
    metByOthers: share(at => cover[at]! < little && passages.some(other => other.cover[at]! > half)),
    numbersMet: Number(numbers.length > 0 && numbers.every(at => cover[at]! > little)),
    numbersMissed: Number(numbers.some(at => cover[at]! < little)),
  }
}

const half = 0.5
const little = 0.3

export function leadOf({ measure, passages, units }: Found, best: FoundUnit, passage: FoundPassage) {
  const others = passages.filter(one => one !== passage)
  const fourth = passages[3]
  const weightOf = (unit: FoundUnit): number => Math.exp(unit.score - best.score)
  const all = units.reduce((sum, unit) => sum + weightOf(unit), 0)
  const like = meetsAll(measure, best, passage) ? units.filter(unit => isVariant(unit, best)) : [best]
  const own = units.reduce((sum, unit) => sum + (unit.passage === best.passage ? weightOf(unit) : 0), 0)
  const mean = others.reduce((sum, other) => sum + other.rank, 0) / Math.max(1, others.length)
  return {
    unitShare: like.reduce((sum, unit) => sum + weightOf(unit), 0) / all,
    passageShare: own / all,
    rankGap: fourth ? Math.min(1.5, (passage.rank - fourth.rank) / 6) : alone,
    rankLead: others.length ? Math.min(2, (passage.rank - mean) / 8) : alone,
  }
}

function meetsAll({ query, weights }: Found['measure'], best: FoundUnit, passage: FoundPassage): boolean {
  return weights.every(
    (_, at) =>
      isStop(query.tokens[at]!) || query.asking.has(at) || Math.max(best.cover[at]!, passage.headingCover[at]!) > half,
  )
}

/** Rows that match the same words are one answer: quoted together, or the customer is asked which one is meant. */
function isVariant(unit: FoundUnit, best: FoundUnit): boolean {
  return (
    unit === best ||
    (unit.passage === best.passage &&
      best.isNamed &&
      unit.isNamed &&
      unit.cover.every((value, at) => Math.abs(value - best.cover[at]!) < 0.01))
  )
}

/** Passages. The weights were learned from no smaller knowledge, so a smaller one counts as this many. */
const minLearned = 5

const alone = 0.3

/** "Có dạy chó không?": whether the first noun after "có" or "do you" appears in no passage. */
function headUnknown({ measure, type }: Found): number {
  const { tokens, asking } = measure.query
  const opener = tokens.findIndex(({ raw }) => /^(?:có|co|do|does|is|are|can)$/.test(raw))
  if (type !== 'yes_no' && opener !== 0) return 0
  const named = (at: number) => at > opener && !asking.has(at)
  const head = tokens.findIndex(
    (token, at) => named(at) && (wordWorth(token) === 1 || isExam(token)) && !isOpening(token),
  )
  return Number(measure.unknown.has(head))
}

export function sumOf(found: Found): number {
  const measures = measureConfidence(found)
  if (!measures) return 0
  const weights = confidenceWeights[found.measure.query.language]
  return confidenceMeasures.reduce((sum, name) => sum + measures[name] * weights[name], 0)
}

const isExam = ({ raw }: { raw: string }): boolean => raw === 'khám' || raw === 'kham'

const isOpening = ({ raw }: { raw: string }): boolean => /^(?:mở|mo|đóng|dong|nghỉ|nghi|làm|lam)$/.test(raw)
