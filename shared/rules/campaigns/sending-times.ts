/** When a campaign's message may be sent: the hours of the day, and how often one person is written to. */

const minute = 60_000
const dayMinutes = 24 * 60
const hour = 60 * minute
const day = 24 * hour

/** 'HH:MM' on the shop's clock, `to` excluded. */
export type Hours = { from: string; to: string }
/** At most `most` in any `within` milliseconds. */
export type Cap = { most: number; within: number }

/** What nobody may widen: Decree 91/2020, kept in chat too. */
export const lawfulHours: Hours = { from: '07:00', to: '22:00' }
export const lawfulDaily: Cap = { most: 3, within: day }
export const defaultHours: Hours = { from: '08:00', to: '21:00' }
export const defaultCaps: { promotion: Cap[]; care: Cap[] } = {
  promotion: [
    { most: 1, within: day },
    { most: 4, within: 30 * day },
  ],
  care: [{ most: 1, within: day }],
}

/** Milliseconds, where the installation has no others: nobody interrupts a talk that went on so lately. */
export const quietTalk = hour

/** The narrower of two; where nothing is left of them, the second. */
export function within(wanted: Hours, lawful: Hours): Hours {
  const from = minuteOf(wanted.from) > minuteOf(lawful.from) ? wanted.from : lawful.from
  const to = minuteOf(wanted.to) < minuteOf(lawful.to) ? wanted.to : lawful.to
  return minuteOf(from) < minuteOf(to) ? { from, to } : lawful
}

/** @returns when the hours begin next; null: it is their time now */
export function nextHours({ from, to }: Hours, at: Date, zone: string): Date | null {
  const local = localMinute(at, zone)
  const begin = minuteOf(from)
  if (local >= begin && local < minuteOf(to)) return null
  const whole = Math.floor(at.getTime() / minute) * minute
  const next = whole + ((begin - local + dayMinutes) % dayMinutes || dayMinutes) * minute
  // The clock may have been changed meanwhile.
  const off = localMinute(new Date(next), zone) - begin
  const turned = Math.abs(off) <= 180 ? next - off * minute : next
  return new Date(turned > at.getTime() ? turned : next)
}

/** @returns when one more is allowed again; null: now. A cap below one is one. */
export function nextUnder({ most, within: span }: Cap, marks: readonly Date[], at: Date): Date | null {
  const count = Math.max(1, most)
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
