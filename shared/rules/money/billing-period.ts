import type { Interval } from '../../words.ts'

/** A day on a calendar, as `Date.UTC` counts: whole days since 1970. */
type Day = number

const dayMs = 86_400_000
const cycleDay = 15
/** Periods turn at nine in the morning: in Viet Nam that is 02:00 UTC, so it is the 15th in both, and the moment that Stripe is told. */
const turnHour = 9
/** A first period shorter than this is paid together with the one after it. */
const minDays = 10
const daysOfYear = 365

export type Period = { start: Date; end: Date }

/**
 * The first period of a plan bought now: to the next 15th on the workspace's clock, with the month after it where that would
 * be under ten days; yearly to the 15th of the twelfth month after the last 15th. Bought on a 15th it is a whole one.
 */
export function firstPeriod(now: Date, interval: Interval, timeZone: string): Period {
  const today = dayOf(now, timeZone)
  const last = cycleStart(today)
  if (interval === 'year') return { start: now, end: turnOf(monthsAfter(last, 12), timeZone) }
  const next = monthsAfter(last, 1)
  return { start: now, end: turnOf(next - today < minDays ? monthsAfter(next, 1) : next, timeZone) }
}

/**
 * The first period where a provider charges on every 15th by itself: to the very next one, however soon; yearly to the 15th
 * of the twelfth month after the last.
 */
export function chargedPeriod(now: Date, interval: Interval, timeZone: string): Period {
  const month = usageMonth(now, timeZone)
  if (interval === 'month') return { start: now, end: month.end }
  return { start: now, end: turnOf(monthsAfter(dayOf(month.start, timeZone), 12), timeZone) }
}

/** The period after one that ended: a month or a year, from 15th to 15th. */
export function nextPeriod(end: Date, interval: Interval, timeZone: string): Period {
  const day = cycleStart(dayOf(end, timeZone))
  return { start: end, end: turnOf(monthsAfter(day, interval === 'year' ? 12 : 1), timeZone) }
}

/** The month of use that a moment lies in: messages are counted from 15th to 15th, also where a year is paid. */
export function usageMonth(now: Date, timeZone: string): Period {
  const today = dayOf(now, timeZone)
  let start = cycleStart(today)
  // On the 15th before nine the old one still runs.
  if (start === today && now < turnOf(today, timeZone)) start = monthsAfter(start, -1)
  return { start: turnOf(start, timeZone), end: turnOf(monthsAfter(start, 1), timeZone) }
}

/**
 * What the days between two moments cost, counted in days of the workspace's clock: whole cycles in full, the rest by days
 * (`round(price × days / days of the cycle)`); a year by days of 365, and never more than its price.
 * @param price of one interval, in the currency's smallest coin
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
  // Whole years behind the one that has begun: a renewal that is paid already.
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

/** Days from one moment to another on the workspace's calendar. */
export function daysBetween(from: Date, to: Date, timeZone: string): number {
  return dayOf(to, timeZone) - dayOf(from, timeZone)
}

/** The calendar day of a moment there, as 'YYYY-MM-DD'. */
export function localDate(at: Date, timeZone: string): string {
  return new Date(dayOf(at, timeZone) * dayMs).toISOString().slice(0, 10)
}

function dayOf(at: Date, timeZone: string): Day {
  return Math.floor((at.getTime() + offsetAt(at, timeZone)) / dayMs)
}

/** The last 15th up to a day, that day included. */
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

/** How far the clocks of a zone are ahead of UTC at a moment. Milliseconds. */
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
