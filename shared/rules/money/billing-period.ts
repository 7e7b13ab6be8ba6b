import type { Interval } from '../../words.ts'

/** Whole days since 1970. */
type Day = number

const dayMs = 86_400_000
const cycleDay = 15
/** 09:00 in Viet Nam is 02:00 UTC: the 15th in both, and the moment given to Stripe. */
const turnHour = 9
/** Days; a shorter first period is paid together with the next one. */
const minDays = 10
const daysOfYear = 365

export type Period = { start: Date; end: Date }

/**
 * To the next 15th on the workspace's clock, plus a month if that is under ten days away; yearly to the 15th of the twelfth month after
 * the last 15th. Bought on a 15th it is a whole period.
 */
export function firstPeriod(now: Date, interval: Interval, timeZone: string): Period {
  const today = dayOf(now, timeZone)
  const last = cycleStart(today)
  if (interval === 'year') return { start: now, end: turnOf(monthsAfter(last, 12), timeZone) }
  const next = monthsAfter(last, 1)
  return { start: now, end: turnOf(next - today < minDays ? monthsAfter(next, 1) : next, timeZone) }
}

/** Where a provider charges on every 15th itself: to the very next one, however soon; yearly as in `firstPeriod`. */
export function chargedPeriod(now: Date, interval: Interval, timeZone: string): Period {
  const month = usageMonth(now, timeZone)
  if (interval === 'month') return { start: now, end: month.end }
  return { start: now, end: turnOf(monthsAfter(dayOf(month.start, timeZone), 12), timeZone) }
}

export function nextPeriod(end: Date, interval: Interval, timeZone: string): Period {
  const day = cycleStart(dayOf(end, timeZone))
  return { start: end, end: turnOf(monthsAfter(day, interval === 'year' ? 12 : 1), timeZone) }
}

/** Messages are counted from 15th to 15th, also in yearly plans. */
export function usageMonth(now: Date, timeZone: string): Period {
  const today = dayOf(now, timeZone)
  let start = cycleStart(today)
  // On the 15th before nine the old month still runs.
  if (start === today && now < turnOf(today, timeZone)) start = monthsAfter(start, -1)
  return { start: turnOf(start, timeZone), end: turnOf(monthsAfter(start, 1), timeZone) }
}

/**
 * Whole cycles in full, the rest by days of the workspace's clock (`round(price × days / days of the cycle)`); a year by 365 days, never
 * more than its price. `price` is per interval, in the smallest coin.
 */
export function worthOf(price: number, interval: Interval, period: Period, timeZone: string): number {
  const from = dayOf(period.start, timeZone)
  const to = dayOf(period.end, timeZone)
  if (to <= from) return 0
  return interval === 'year' ? worthOfYears(price, from, to) : worthOfMonths(price, from, to)
}

function worthOfYears(price: number, from: Day, to: Day): number {
  let sum = 0
  let end = to
  // Whole years after the current one: a renewal already paid.
  for (let start = monthsAfter(end, -12); start > from; start = monthsAfter(end, -12)) {
    sum += price
    end = start
  }
  return sum + Math.round((price * Math.min(end - from, daysOfYear)) / daysOfYear)
}

function worthOfMonths(price: number, from: Day, to: Day): number {
  let sum = 0
  for (let start = from; start < to;) {
    const begun = cycleStart(start)
    const next = monthsAfter(begun, 1)
    const end = Math.min(next, to)
    sum += Math.round((price * (end - start)) / (next - begun))
    start = end
  }
  return sum
}

export function daysBetween(from: Date, to: Date, timeZone: string): number {
  return dayOf(to, timeZone) - dayOf(from, timeZone)
}

/** 'YYYY-MM-DD' in that zone. */
export function localDate(at: Date, timeZone: string): string {
  return new Date(dayOf(at, timeZone) * dayMs).toISOString().slice(0, 10)
}

function dayOf(at: Date, timeZone: string): Day {
  return Math.floor((at.getTime() + offsetAt(at, timeZone)) / dayMs)
}

function cycleStart(day: Day): Day {
  const date = new Date(day * dayMs)
  const month = date.getUTCMonth() - (date.getUTCDate() < cycleDay ? 1 : 0)
  return Date.UTC(date.getUTCFullYear(), month, cycleDay) / dayMs
}

function monthsAfter(day: Day, months: number): Day {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()) / dayMs
}

function turnOf(day: Day, timeZone: string): Date {
  const wanted = day * dayMs + turnHour * 3_600_000
  const guess = new Date(wanted - offsetAt(new Date(wanted), timeZone))
  return new Date(wanted - offsetAt(guess, timeZone))
}

/** Milliseconds ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find(one => one.type === type)?.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
    at.getUTCMilliseconds(),
  )
  return local - at.getTime()
}
