import { remembered } from './read-once.ts'

/** ISO date, so that string order is time order. */
export type Day = string

/** Ranges are of the folded text. */
export type DayMention = { start: number; end: number; from: Day; until: Day; unit: 'day' | 'month' | 'year' }

const monthNames = 'january february march april may june july august september october november december'.split(' ')
const english = `(${monthNames.map(name => `${name.slice(0, 3)}(?:t|${name.slice(3)})?`).join('|')})`
const year = String.raw`(20\d\d)`
const day = String.raw`(3[01]|[12]\d|0?[1-9])`
const month = String.raw`(1[0-2]|0?[1-9])`
const before = String.raw`(?<![\d./,-])`

type Read = (groups: (string | undefined)[]) => { y?: string | undefined; m: string; d?: string | undefined }
const monthOf = (name = ''): string => String(monthNames.findIndex(one => one.startsWith(name.slice(0, 3))) + 1)

/** Most exact first; each consumes what it matches. */
const patterns: { pattern: RegExp; read: Read; titleOnly?: boolean }[] = [
  { pattern: new RegExp(`${before}${year}-(\\d\\d)-(\\d\\d)(?!\\d)`, 'gu'), read: ([y, m, d]) => ({ y, m: m!, d }) },
  {
    pattern: new RegExp(`${before}${day}([/.-])${month}\\2(20\\d\\d|\\d\\d)(?!\\d)`, 'gu'),
    read: ([d, , m, y]) => ({ y, m: m!, d }),
  },
  {
    pattern: new RegExp(`${before}${day} ?thang ${month}(?: ?(?:nam|/|,)? ?${year})?(?!\\d)`, 'gu'),
    read: ([d, m, y]) => ({ y, m: m!, d }),
  },
  {
    pattern: new RegExp(`${before}${day}(?:st|nd|rd|th)? (?:of )?${english}(?!\\p{L})\\.?(?:,? ${year})?`, 'gu'),
    read: ([d, m, y]) => ({ y, m: monthOf(m), d }),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${english}\\.? ${day}(?:st|nd|rd|th)?(?!\\d)(?:,? ${year})?`, 'gu'),
    read: ([m, d, y]) => ({ y, m: monthOf(m), d }),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})(?:thang |t\\.? ?)${month} ?(?:/|-|nam|,)? ?${year}(?!\\d)`, 'gu'),
    read: ([m, y]) => ({ y, m: m! }),
  },
  { pattern: new RegExp(`(?<!\\p{L})${english},? ${year}(?!\\d)`, 'gu'), read: ([m, y]) => ({ y, m: monthOf(m) }) },
  { pattern: new RegExp(`${before}${month}[/]${year}(?!\\d)`, 'gu'), read: ([m, y]) => ({ y, m: m! }) },
  { pattern: new RegExp(`${before}${day}/${month}(?![\\d/]|[.,]\\d)`, 'gu'), read: ([d, m]) => ({ m: m!, d }) },
  {
    pattern: new RegExp(`${before}${day}-${month}(?![\\d/]|[.,-]\\d)`, 'gu'),
    read: ([d, m]) => ({ m: m!, d }),
    titleOnly: true,
  },
  { pattern: new RegExp(`(?<!\\p{L})thang ${month}(?![\\d/]|[.,]\\d)`, 'gu'), read: ([m]) => ({ m: m! }) },
  {
    pattern: new RegExp(`(?<![\\d.,/])${year}(?![\\d.,]\\d|\\d| ?(?:d|k|vnd|mm|x|×))`, 'gu'),
    read: ([y]) => ({ y, m: '' }),
  },
]

/** In text order. `near` decides a missing year (the nearest); in a document's `title` "5-9" is a day. */
export function daysIn(folded: string, near: Day, title = false): DayMention[] {
  const found: DayMention[] = []
  let rest = folded
  for (const { pattern, read, titleOnly } of patterns) {
    if (titleOnly && !title) continue
    rest = rest.replace(pattern, (match: string, ...more: unknown[]) => {
      const at = more.findIndex(one => typeof one === 'number')
      const { y, m, d } = read(more.slice(0, at) as (string | undefined)[])
      const covered = coveredBy(y?.length === 2 ? `20${y}` : y, m, d, near)
      if (!covered) return match
      const start = more[at] as number
      found.push({ start, end: start + match.length, ...covered })
      return ' '.repeat(match.length)
    })
  }
  return found.sort((a, b) => a.start - b.start)
}

function coveredBy(
  y: string | undefined,
  m: string,
  d: string | undefined,
  near: Day,
): Omit<DayMention, 'start' | 'end'> | undefined {
  if (m === '') return { from: `${y}-01-01`, until: `${y}-12-31`, unit: 'year' }
  if (Number(m) < 1 || Number(m) > 12) return undefined
  const of = (one: string): Omit<DayMention, 'start' | 'end'> => {
    const start = `${one}-${m.padStart(2, '0')}`
    return d
      ? { from: `${start}-${d.padStart(2, '0')}`, until: `${start}-${d.padStart(2, '0')}`, unit: 'day' }
      : { from: `${start}-01`, until: `${start}-${lastDay(Number(one), Number(m))}`, unit: 'month' }
  }
  if (y) return of(y)
  const now = Number(near.slice(0, 4))
  return [now - 1, now, now + 1]
    .map(one => of(String(one)))
    .sort((a, b) => apart(a.from, near) - apart(b.from, near))[0]
}

function lastDay(y: number, m: number): number {
  return new Date(Date.UTC(y, m, 0)).getUTCDate()
}

function apart(a: Day, b: Day): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}

/** `zone`: the shop's IANA time zone. */
export function dayOf(moment: Date, zone = 'Asia/Ho_Chi_Minh'): Day {
  return calendarOf(zone).format(moment)
}

/** Made once for a zone: making one takes many times as long as a day. */
const calendarOf = remembered(
  zone => new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)
