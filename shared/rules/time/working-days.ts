/** 'MM-DD' */
const everyYear = new Set(['01-01', '04-30', '05-01', '09-02', '09-03'])
/** Lunar: Tết, five days from its eve; the Hùng Kings' day. */
const byMoon = new Set([
  ...['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-04-26'],
  ...['2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08', '2027-02-09', '2027-04-16'],
  ...['2028-01-25', '2028-01-26', '2028-01-27', '2028-01-28', '2028-01-29', '2028-04-04'],
])

/** Monday to Friday, without public holidays. Days are 'YYYY-MM-DD'. */
export function workingDaysAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  for (let left = count; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (isWorkingDay(date)) left--
  }
  return date.toISOString().slice(0, 10)
}

function isWorkingDay(date: Date): boolean {
  const day = date.toISOString().slice(0, 10)
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !everyYear.has(day.slice(5)) && !byMoon.has(day)
}
