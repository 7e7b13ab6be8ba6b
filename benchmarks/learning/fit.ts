export type Choice = { features: number[]; right: boolean }
export type Listed = { choices: Choice[]; weight: number }
export type Labelled = { features: number[]; right: boolean; weight: number }

/** `signs`: 1 and -1 hold a weight to that sign, 0 leaves it free. Evidence for an answer must not learn to count against it. */
type Settings = { steps: number; rate: number; shrink: number; signs?: number[] }

export function fitRanking(lists: Listed[], size: number, settings: Settings): number[] {
  const useful = lists.filter(({ choices }) => choices.some(c => c.right) && choices.some(c => !c.right))
  const total = useful.reduce((sum, list) => sum + list.weight, 0)
  return descend(size, settings, weights => {
    const gradient = zeros(size)
    for (const { choices, weight } of useful) {
      const scores = choices.map(({ features }) => dot(features, weights))
      const max = Math.max(...scores)
      const likely = scores.map(score => Math.exp(score - max))
      let all = 0
      let right = 1e-12
      likely.forEach((value, i) => {
        all += value
        if (choices[i]!.right) right += value
      })
      choices.forEach(({ features, right: isRight }, i) => {
        const pull = ((likely[i]! / all - (isRight ? likely[i]! / right : 0)) * weight) / total
        if (pull !== 0) for (let at = 0; at < size; at++) gradient[at]! += pull * features[at]!
      })
    }
    return gradient
  })
}

/** Logistic regression; the first feature should be the constant 1. */
export function fitLogistic(examples: Labelled[], size: number, settings: Settings): number[] {
  const total = examples.reduce((sum, example) => sum + example.weight, 0)
  return descend(size, settings, weights => {
    const gradient = zeros(size)
    for (const { features, right, weight } of examples) {
      const pull = ((logistic(dot(features, weights)) - Number(right)) * weight) / total
      for (let at = 0; at < size; at++) gradient[at]! += pull * features[at]!
    }
    return gradient
  })
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

export function dot(a: number[], b: number[]): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function descend(
  size: number,
  { steps, rate, shrink, signs }: Settings,
  gradientAt: (weights: number[]) => number[],
): number[] {
  const weights = zeros(size)
  const mean = zeros(size)
  const square = zeros(size)
  for (let step = 1; step <= steps; step++) {
    const gradient = gradientAt(weights)
    const pace = step > steps * 0.8 ? rate * 0.1 : rate
    for (let at = 0; at < size; at++) {
      const slope = gradient[at]! + shrink * weights[at]!
      mean[at] = 0.9 * mean[at]! + 0.1 * slope
      square[at] = 0.999 * square[at]! + 0.001 * slope * slope
      weights[at]! -= (pace * (mean[at]! / (1 - 0.9 ** step))) / (Math.sqrt(square[at]! / (1 - 0.999 ** step)) + 1e-8)
      const sign = signs?.[at] ?? 0
      if (sign * weights[at]! < 0) weights[at] = 0
    }
  }
  return weights
}

function zeros(size: number): number[] {
  return Array.from({ length: size }, () => 0)
}
