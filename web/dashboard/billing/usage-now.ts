import { type Metric, metrics } from '#shared/words.ts'

type Counter = {
  metric: string
  period_start: string
  period_end: string | null
  used: number
  hard_limit: number | null
}
export type Use = { metric: Metric; used: number; limit: number | null; end: string | null }

export function usageNow(counters: readonly Counter[], now: Date): Use[] {
  return metrics.flatMap(metric => {
    const row = counters
      .filter(one => one.metric === metric && Date.parse(one.period_start) <= now.getTime())
      .filter(one => one.period_end === null || Date.parse(one.period_end) > now.getTime())
      .toSorted((a, b) => Date.parse(b.period_start) - Date.parse(a.period_start))[0]
    return row ? [{ metric, used: row.used, limit: row.hard_limit, end: row.period_end }] : []
  })
}

/** 0 to 1; 0 without a limit. */
export function shareOf({ used, limit }: Pick<Use, 'used' | 'limit'>): number {
  if (limit === null) return 0
  return limit === 0 ? 1 : Math.min(1, used / limit)
}
