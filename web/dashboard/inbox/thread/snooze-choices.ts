export type SnoozeChoice = { kind: 'hours'; count: number; at: Date } | { kind: 'tomorrow' | 'monday'; at: Date }

const hour = 3_600_000
const morning = 8

export function snoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
  const tomorrow = morningAfter(now, 1, timeZone)
  const days = (8 - weekday(now, timeZone)) % 7 || 7
  const monday = morningAfter(now, days, timeZone)
  return [
    { kind: 'hours', count: 1, at: new Date(now.getTime() + hour) },
    { kind: 'hours', count: 3, at: new Date(now.getTime() + 3 * hour) },
    { kind: 'tomorrow', at: tomorrow },
    ...(monday.getTime() === tomorrow.getTime() ? [] : [{ kind: 'monday' as const, at: monday }]),
  ]
}

/** 0 is Sunday. */
function weekday(at: Date, timeZone: string): number {
  return new Date(`${calendarDay(at, timeZone)}T12:00:00Z`).getUTCDay()
}

function calendarDay(at: Date, timeZone: string): string {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', parts).format(at)
}

function morningAfter(now: Date, days: number, timeZone: string): Date {
  const asUtc = Date.parse(`${calendarDay(now, timeZone)}T00:00:00Z`) + (days * 24 + morning) * hour
  const shift = zoneShift(new Date(asUtc), timeZone)
  // Checked again at the time found: clocks may change in between.
  return new Date(asUtc - zoneShift(new Date(asUtc - shift), timeZone))
}

/** How far the zone is ahead of UTC, in milliseconds. */
function zoneShift(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const wall = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}Z`
  return Date.parse(wall) - Math.floor(at.getTime() / 1000) * 1000
}
