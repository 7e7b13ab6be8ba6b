const minute = 60_000
const dayMinutes = 24 * 60
const hour = 60 * minute
const day = 24 * hour

/** 'HH:MM' on the shop's clock, `to` excluded. */
export type Hours = { from: string; to: string }
/** `within` in milliseconds. */
export type Cap = { max: number; within: number }

/** Decree 91/2020, applied to chat too; nobody may widen it. */
export const lawfulHours: Hours = { from: '07:00', to: '22:00' }
export const lawfulDaily: Cap = { max: 3, within: day }
export const defaultHours: Hours = { from: '08:00', to: '21:00' }

/** Milliseconds, default: how recent a conversation must be not to be interrupted. */
export const quietTalk = hour

/** Milliseconds after a campaign's message in which the customer's next one counts as an answer to it. */
export const answersWithin = 72 * hour

/** The narrower of two; the second if they do not overlap. */
export function within(wanted: Hours, lawful: Hours): Hours {
  const from = minuteOf(wanted.from) > minuteOf(lawful.from) ? wanted.from : lawful.from
  const to = minuteOf(wanted.to) < minuteOf(lawful.to) ? wanted.to : lawful.to
  return minuteOf(from) < minuteOf(to) ? { from, to } : lawful
}

/** @returns null if it is within the hours now */
export function nextHours({ from, to }: Hours, at: Date, zone: string): Date | null {
  const local = localMinute(at, zone)
  const begin = minuteOf(from)
  if (local >= begin && local < minuteOf(to)) return null
  const whole = Math.floor(at.getTime() / minute) * minute
  const next = whole + ((begin - local + dayMinutes) % dayMinutes || dayMinutes) * minute
  const off = localMinute(new Date(next), zone) - begin
  const turned = Math.abs(off) <= 180 ? next - off * minute : next
  return new Date(turned > at.getTime() ? turned : next)
}

/** @returns null if one more is allowed now. A cap below one counts as one. */
export function nextUnder({ max, within: span }: Cap, marks: readonly Date[], at: Date): Date | null {
  const count = Math.max(1, max)
  const inside = marks
    .map(mark => mark.getTime())
    .filter(mark => mark > at.getTime() - span)
    .sort((a, b) => a - b)
  if (inside.length < count) return null
  const last = inside[inside.length - count]
  return last === undefined ? null : new Date(last + span)
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function localMinute(at: Date, zone: string): number {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  return minuteOf(clock.format(at))
}
