import { medianOf } from '#shared/rules/time/response-times.ts'

export type HourSums = {
  received: number
  positive: number
  neutral: number
  negative: number
  opened: number
  answered: number
  replied: number
  handed_over: number
  settled: number
  resolved: number
  response_ms: number
  responses: number
  response_spread: number[]
}

/** Rates are null while nothing has settled, times where nobody waited. */
export function figuresOf(rows: HourSums[]) {
  const sum = (count: (row: HourSums) => number) => rows.reduce((total, row) => total + count(row), 0)
  const responses = sum(row => row.responses)
  const settled = sum(row => row.settled)
  return {
    total: sum(row => row.answered + row.replied),
    answered: sum(row => row.answered),
    replied: sum(row => row.replied),
    received: sum(row => row.received),
    opened: sum(row => row.opened),
    handed_over: sum(row => row.handed_over),
    settled,
    resolution: settled > 0 ? sum(row => row.resolved) / settled : null,
    response_average_ms: responses > 0 ? Math.round(sum(row => row.response_ms) / responses) : null,
    response_median_ms: medianOf(addSpreads(rows)),
    sentiment: {
      positive: sum(row => row.positive),
      neutral: sum(row => row.neutral),
      negative: sum(row => row.negative),
    },
  }
}

function addSpreads(rows: HourSums[]): number[] {
  const all: number[] = []
  for (const { response_spread } of rows)
    for (const [place, count] of response_spread.entries()) all[place] = (all[place] ?? 0) + count
  return Array.from(all, count => count ?? 0)
}
