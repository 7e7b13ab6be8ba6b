/** From so likely on, one petal more. */
export const levelThresholds = [0.25, 0.5, 0.7, 0.85, 0.95]

/** From how likely the reply is right (0 to 1) to petals: the fifth only for near certainty. */
export function confidenceLevel(confidence: number): number {
  return levelThresholds.filter(step => confidence >= step).length
}
