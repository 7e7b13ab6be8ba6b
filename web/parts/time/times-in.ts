import { localeOf } from '#shared/rules/text/number-format.ts'
import { dayForms, writeWith } from '#shared/rules/time/day-in-words.ts'
import type { Language } from '#shared/words.ts'

export type Times = {
  clock(at: string | Date): string
  /** 20/11 or 20 Nov; with the year if it is not this one. */
  date(at: string | Date): string
  dateAndClock(at: string | Date): string
  /** thứ Năm 20/11 */
  longDay(at: string | Date): string
  /** 0 today, 1 yesterday, and so on, by the calendar of the zone. */
  daysAgo(at: string | Date, now: Date): number
}

export function timesIn(language: Language, timeZone: string): Times {
  const locale = localeOf(language)
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const { short, full } = dayForms(language, timeZone)
  const weekday = format({ weekday: 'long' })
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const calendarDay = (at: Date) => Date.parse(`${parts.format(at)}T00:00:00Z`) / 86_400_000
  const year = (at: Date) => parts.format(at).slice(0, 4)

  const date = (at: Date) => writeWith(year(at) === year(new Date()) ? short : full, at)
  return {
    clock: at => clock.format(new Date(at)),
    date: at => date(new Date(at)),
    dateAndClock: at => `${date(new Date(at))}, ${clock.format(new Date(at))}`,
    longDay: at => `${weekday.format(new Date(at))} ${date(new Date(at))}`,
    daysAgo: (at, now) => calendarDay(now) - calendarDay(new Date(at)),
  }
}
