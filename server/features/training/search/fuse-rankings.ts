import { best } from './search-index.ts'

/** What a passage means counts for so much, its words for the rest: the middle of what is best on published Vietnamese sets. */
const meaningShare = 0.65
/** So many candidates of each side are fused. */
const eachSide = 50

/**
 * The best passages by words and by meaning together: a weighted sum of scores, each side brought to 0..1 first. Equal sums keep
 * the passages' own order.
 * @param words BM25 scores by position; 0: not met at all
 * @param meaning likeness by position; NaN: not known, then the words alone count
 * @returns positions, best first
 */
export function fuseCandidates(words: ArrayLike<number>, meaning: ArrayLike<number>, most: number): number[] {
  const mostWords = best(words, 1)[0]?.score ?? 1
  const known = Float64Array.from(meaning, likeness => (Number.isNaN(likeness) ? 0 : likeness + 1)) // from 0 on, as `best` wants it
  const likest = best(known, eachSide)
  const positions = [...new Set([...best(words, eachSide), ...likest].map(({ position }) => position))]
  const share = sharesOf(positions.map(position => meaning[position]!))
  return positions
    .map((position, at) => ({ position, score: fuse(words[position]! / mostWords, share[at]!) }))
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, most)
    .map(({ position }) => position)
}

/** The same for passages that were compared closely: their ranks, on the scale that they have by words alone. */
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

/** Values as shares of their range; what is not known stays so. */
function sharesOf(values: readonly number[]): number[] {
  const known = values.filter(value => !Number.isNaN(value))
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  return values.map(value => (Number.isNaN(value) ? value : range > 0 ? (value - low) / range : 1))
}
