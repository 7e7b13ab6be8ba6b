import { localeOf } from '#shared/rules/text/number-format.ts'
import type { Language } from '#shared/words.ts'

type DayForms = { short: Intl.DateTimeFormat; full: Intl.DateTimeFormat; month: Intl.DateTimeFormat }

/** 20/11 in Vietnamese, 20 Nov in English, where 04/11 would be read as 11 April. */
export function dayForms(language: Language, timeZone: string): DayForms {
  const day = language === 'vi' ? '2-digit' : 'numeric'
  const month = language === 'vi' ? '2-digit' : 'short'
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options })
  return {
    short: format({ day, month }),
    full: format({ day, month, year: 'numeric' }),
    month: format({ month, year: '2-digit' }),
  }
}

const forms = { vi: dayForms('vi', 'UTC'), en: dayForms('en', 'UTC') }

/** Vietnamese dates use slashes (20/11), whatever the browser's data say. */
export function writeWith(form: Intl.DateTimeFormat, at: Date): string {
  return form.format(at).replaceAll('-', '/')
}

/** Of 'YYYY-MM-DD'. short: without the year. */
export function dayInWords(day: string, language: Language, short = false): string {
  return writeWith(forms[language][short ? 'short' : 'full'], at(day))
}

/** 20/11/2026 to 26/11/2026 without the first year where both have the same. */
export function daysInWords({ from, to }: { from: string; to: string }, language: Language, range: string): string {
  if (from === to) return dayInWords(from, language)
  const first = dayInWords(from, language, from.slice(0, 4) === to.slice(0, 4))
  return range.replace('{from}', first).replace('{to}', dayInWords(to, language))
}

/** 11/26 and Nov ’26. */
export function monthInWords(day: string, language: Language): string {
  if (language === 'vi') return `${day.slice(5, 7)}/${day.slice(2, 4)}`
  return forms.en.month.format(at(day)).replace(' ', ' ’')
}

function at(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
