import { addDays, daysIn } from '#shared/rules/time/calendar-days.ts'

export type Day = string
export type Granularity = 'day' | 'week' | 'month'
/** Inclusive. */
export type Step = { from: Day; to: Day }

/** Weeks begin on Monday; the first and last step are clipped to the range. */
export function stepsOf({ from, to }: Step, granularity: Granularity): Step[] {
  const steps: Step[] = []
  for (let start = from; start <= to;) {
    const last = lastOf(start, granularity)
    const end = last < to ? last : to
    steps.push({ from: start, to: end })
    start = addDays(end, 1)
  }
  return steps
}

function lastOf(day: Day, granularity: Granularity): Day {
  if (granularity === 'day') return day
  const at = new Date(`${day}T00:00:00Z`)
  if (granularity === 'week') return addDays(day, (7 - at.getUTCDay()) % 7)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

export function rangeBefore(range: Step): Step {
  return { from: addDays(range.from, -daysIn(range)), to: addDays(range.from, -1) }
}
