import { best } from './search-index.ts'

/** Weight of meaning against words: the middle of the range that scores best on published Vietnamese data sets. */
const meaningShare = 0.65
const eachSide = 50

/** Each side scaled to 0..1; `meaning` NaN: unknown. Returns positions, best first; ties keep passage order. */
export function fuseCandidates(words: ArrayLike<number>, meaning: ArrayLike<number>, max: number): number[] {
  const maxWords = best(words, 1)[0]?.score ?? 1
  const known = Float64Array.from(meaning, likeness => (Number.isNaN(likeness) ? 0 : likeness + 1)) // `best` needs values from 0 on.
  const likest = best(known, eachSide)
  const positions = [...new Set([...best(words, eachSide), ...likest].map(({ position }) => position))]
  const share = sharesOf(positions.map(position => meaning[position]!))
  return positions
    .map((position, at) => ({ position, score: fuse(words[position]! / maxWords, share[at]!) }))
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, max)
    .map(({ position }) => position)
}

/** Keeps the scale of the ranks by words. */
export function fuseRanks(ranks: readonly number[], meaning: readonly number[]): number[] {
  const low = Math.min(...ranks)
  const spread = Math.max(...ranks) - low
  const byWords = sharesOf(ranks)
  const byMeaning = sharesOf(meaning)
  return ranks.map((_rank, at) => low + spread * fuse(byWords[at]!, byMeaning[at]!))
}

function fuse(words: number, meaning: number): number {
  return Number.isNaN(meaning) ? words : meaningShare * meaning + (1 - meaningShare) * words
}

/** NaN stays NaN. */
function sharesOf(values: readonly number[]): number[] {
  const known = values.filter(value => !Number.isNaN(value))
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  return values.map(value => (Number.isNaN(value) ? value : range > 0 ? (value - low) / range : 1))
}
