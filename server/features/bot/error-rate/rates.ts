import type { RateStep } from '#shared/contracts/bot/gate.results.ts'

export type Judged = {
  confidence: number
  answers: boolean
  right: boolean
  weight: number
}

const thresholds = Array.from({ length: 96 }, (_, at) => (at + 5) / 100)
/** Percent of given answers that may be wrong. */
export const allowedShares = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Shares: `answered` of all questions, `wrong` of those answered. */
export function rateAt(judged: Judged[], threshold: number): { answered: number; wrong: number } {
  let all = 0
  let answered = 0
  let wrong = 0
  for (const one of judged) {
    all += one.weight
    if (!one.answers || one.confidence < threshold) continue
    answered += one.weight
    if (!one.right) wrong += one.weight
  }
  return { answered: all ? answered / all : 0, wrong: answered ? wrong / answered : 0 }
}

/** For each allowed share of wrong answers, the lowest threshold from which it always holds. */
export function stepsOf(judged: Judged[], minCases = 0): RateStep[] {
  const all = judged.reduce((sum, { weight }) => sum + weight, 0)
  const points = thresholds
    .filter(one => one >= minCases)
    .map(threshold => ({ threshold, ...rateAt(judged, threshold) }))
  return allowedShares.map(allowed => {
    const surelyTooMany = points.findLastIndex(point => {
      const answers = point.answered * all
      const expected = (answers * allowed) / 100
      return answers * point.wrong > expected + 2 * Math.sqrt(expected)
    })
    const reached = points.findIndex((point, at) => at > surelyTooMany && point.wrong * 100 <= allowed)
    const { threshold, answered, wrong } = points[reached < 0 ? points.length - 1 : reached]!
    return { allowed, threshold, answered: rounded(answered), wrong: rounded(wrong) }
  })
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
