const dayMs = 86_400_000

/** 'YYYY-MM-DD' in that zone. */
export function dayIn(timeZone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return format.format(at)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Both ends count. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1
}

/** 14/11/2026, 14-11-26, 14.11, 2026-11-14; day first. Without a year: the last such day not in the future. undefined: no day. */
export function readDay(text: string, today: string): string | undefined {
  const parts = text.trim().split(/[\s/.-]+/)
  const [a = '', b = '', c] = parts
  if (parts.length === 3 && a.length === 4) return existing(a, b, c ?? '')
  if (parts.length === 3 && c) return existing(c.length === 2 ? `20${c}` : c, b, a)
  if (parts.length !== 2) return undefined
  const year = Number(today.slice(0, 4))
  const here = existing(String(year), b, a)
  return here && here <= today ? here : existing(String(year - 1), b, a)
}

function existing(year: string, month: string, day: string): string | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === written ? written : undefined
}

export function writeDay(day: string, short = false): string {
  const [year, month, date] = day.split('-')
  return short ? `${date}/${month}` : `${date}/${month}/${year}`
}
