import { addDays, daysIn } from '#shared/rules/time/calendar-days.ts'

/**
 * The day on which a limit will be reached if the days go on as the last seven of the period did.
 * @param perDay what was used on each day of the period, today last
 * @param last the period's last day
 * @returns undefined where the period ends first, nothing is used, or the limit is reached already
 */
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

/** How many days a period's chart has: to its end, or to today where it has none. */
export function daysShown(from: string, today: string, last: string | undefined): number {
  return daysIn({ from, to: last !== undefined && last > today ? last : today })
}

/**
 * The sums of a period at the end of each of its days. The last is what the plan's counter says; its first day may hold what
 * came before the period began.
 */
export function sumsUpTo(used: number, perDay: number[]): number[] {
  const sums: number[] = []
  let sum = used
  for (let day = perDay.length - 1; day >= 0; day--) {
    sums.unshift(sum)
    sum = Math.max(sum - (perDay[day] ?? 0), 0)
  }
  return sums
}
