/** 'HH:MM' on the shop's clock; `close` at or before `open` is on the next day. */
export type DayHours = { open: string; close: string }
/** Monday to Sunday; null: closed all day. */
export type WeekHours = (DayHours | null)[]

/** `weekday`: 0 is Monday. */
export type Opening = { inDays: number; weekday: number; time: string }

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const dayMinutes = 24 * 60

export function isOpen(week: WeekHours, at: Date, timeZone: string): boolean {
  const { weekday, minute } = clockIn(at, timeZone)
  return lasts(week[weekday], minute) || lasts(week[(weekday + 6) % 7], minute + dayMinutes)
}

/** Until it closes, of a day that is open at that moment. */
export function minutesLeft({ close }: DayHours, at: Date, timeZone: string): number {
  const left = minutesOf(close) - clockIn(at, timeZone).minute
  return left > 0 ? left : left + dayMinutes
}

/** @returns null if no day of the week is open */
export function nextOpening(week: WeekHours, at: Date, timeZone: string): Opening | null {
  const { weekday, minute } = clockIn(at, timeZone)
  for (let inDays = 0; inDays <= 7; inDays++) {
    const day = week[(weekday + inDays) % 7]
    if (day && (inDays > 0 || minutesOf(day.open) > minute))
      return { inDays, weekday: (weekday + inDays) % 7, time: day.open }
  }
  return null
}

function lasts(day: DayHours | null | undefined, minute: number): boolean {
  if (!day) return false
  const open = minutesOf(day.open)
  const close = minutesOf(day.close)
  return minute >= open && minute < (close > open ? close : close + dayMinutes)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function clockIn(at: Date, timeZone: string): { weekday: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string): string => parts.find(one => one.type === type)?.value ?? ''
  return { weekday: weekdays.indexOf(part('weekday')), minute: minutesOf(`${part('hour')}:${part('minute')}`) }
}
