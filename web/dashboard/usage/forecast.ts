import { addDays, daysIn } from '#shared/rules/time/calendar-days.ts'

/** At the pace of the last seven days (`perDay`: today last). Undefined if the period ends first, or nothing or all is used. */
export function reachedOn(
  perDay: number[],
  used: number,
  limit: number | null,
  today: string,
  last: string | undefined,
): string | undefined {
  if (limit === null || used >= limit) return undefined
  const lately = perDay.slice(-7)
  const pace = lately.reduce((sum, count) => sum + count, 0) / Math.max(lately.length, 1)
  if (pace <= 0) return undefined
  const days = Math.ceil((limit - used) / pace)
  if (days > 400) return undefined
  const day = addDays(today, days)
  return last !== undefined && day > last ? undefined : day
}

/** To the period's end, or to today without one. */
export function daysShown(from: string, today: string, last: string | undefined): number {
  return daysIn({ from, to: last !== undefined && last > today ? last : today })
}

/** Cumulative, ending at the plan's counter; the first day may include usage from before the period. */
export function sumsUpTo(used: number, perDay: number[]): number[] {
  const sums: number[] = []
  let sum = used
  for (let day = perDay.length - 1; day >= 0; day--) {
    sums.unshift(sum)
    sum = Math.max(sum - (perDay[day] ?? 0), 0)
  }
  return sums
}
