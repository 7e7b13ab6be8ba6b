/** Each reached probability adds a petal. */
export const levelThresholds = [0.25, 0.5, 0.7, 0.85, 0.95]

export function confidenceLevel(confidence: number): number {
  return levelThresholds.filter(step => confidence >= step).length
}
