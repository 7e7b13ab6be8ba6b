import { canonicalNumbers } from '#features/training/language/numbers.ts'
import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { figuresBeforeUnits, figuresForWords } from './spelled-numbers.ts'
import { unitOf, unitWords } from './units.ts'

/** Statements that must not be invented, in one spelling for both languages. */
export type Facts = {
  /** value → its units; '' if without one */
  numbers: Map<string, Set<string>>
  times: Set<string>
  dates: Set<string>
  weekdays: Set<string>
  phones: Set<string>
  mails: Set<string>
  links: Set<string>
  codes: Set<string>
}

const mail = /[\p{L}\p{N}._%+-]{1,64}\s?@\s?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu
const hiddenDot = /\s?(?:\[\.\]|\(\.\)|\[dot\]|\(dot\)|\sdot\s|\schấm\s)\s?(?=[a-z]{2,6}(?![\p{L}]))/giu
const link =
  /(?:[a-z][a-z0-9+]{1,9}:\/\/|www\.)[^\s<>"'()[\]{}]{2,2000}|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,5}(?:[a-z]{2,24})(?![\p{L}\p{N}-])(?:[/:?#][^\s<>"'()[\]{}]{0,2000})?/giu
const endOfSentence = /(?<=\d)([.,])(?!\d)/gu
const phone = /(?<![\p{L}\d.,])(?:\+\d|\(?0\d|84\d|1[89]00)(?:[ .()-]{0,2}\d){5,13}(?![\d\p{L}])/gu
const currency =
  /(?<=\d[\d.,]{0,20}\s?(?:k|tr|nghìn|ngàn|nghin|ngan|triệu|trieu|củ)?\s?)(?:vnđ|vnd|₫|đồng|đ|dong)(?![\p{L}\d])/gu
const dollarsBefore = /(?:us)?\$\s?(\d[\d.,]{0,20}k?)/gu
/** Without diacritics "độ" would read as "đô": 0.75 độ (glasses) is not dollars. */
const degrees = /(?<=\d\s?)độ(?!\p{L})/gu
const months = 'january february march april may june july august september october november december'.split(' ')
const monthName = `(${months.map(name => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})`
const dayMonth = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${monthName}(?!\\p{L})(?:[ ,]{1,3}(\\d{4}))?`,
  'gu',
)
const monthDay = new RegExp(`(?<!\\p{L})${monthName} (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:[ ,]{1,3}(\\d{4}))?`, 'gu')
const spokenDate =
  /(?<![\d.,])([12]?\d|3[01])\s?tháng\s?(1[0-2]|0?[1-9])(?:\s?(?:năm|\/)\s?(\d{4}))?(?!\d|[.,]\d|\s?[-–]?\s?(?:tháng|ngày|k|tr|đ)(?!\p{L}))/gu
const plainDate = /(?<![\d/.])(\d{1,2})[/](\d{1,2})(?:[/](\d{4}|\d{2}))?(?![\d/])/gu
const dottedDate = /(?<![\d/.-])(\d{1,2})([-.])(\d{1,2})\2(\d{4})(?![\d/])/gu
const isoDate = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu
const partOfDay =
  /(?<![\d.,:])(\d{1,2})\s?(?:h|g|giờ|gio|:)\s?([0-5]\d|rưỡi)?\s?(?:buổi )?(sáng|trưa|chiều|tối|đêm)(?!\p{L})/gu
const halfPast = /(?<![\d.,:])(\d{1,2})\s?(?:h|giờ) ?rưỡi(?!\p{L})/gu
const weekday =
  /(?<![\p{L}\d])(?:thu (hai|ba|tu|nam|sau|bay|[2-7])|(?:thu|t)([2-7])|(chu nhat|cn|sundays?)|(monday|tuesday|wednesday|thursday|friday|saturday)s?)(?![\p{L}\d])/gu
const weekdays = ['hai monday 2', 'ba tuesday 3', 'tu wednesday 4', 'nam thursday 5', 'sau friday 6', 'bay saturday 7']
const code = /(?<![\p{L}\d])\p{L}{1,12}[-_]?\d[\p{L}\d]*(?:[-_]\p{L}*\d[\p{L}\d]*)*(?![\p{L}\d])/gu
const time = /(?<![\d.])(\d{1,2}h\d\d)(?!\d)/gu
const number = new RegExp(
  `(?<![\\d.])(\\d+(?:\\.\\d+)?)(?:\\s?(?:-|den|toi|to|or|hoac|~)\\s?(\\d+(?:\\.\\d+)?))?(?:(%)|\\s?(${unitWords})(?![\\p{L}])|([a-z]{1,4})(?![\\p{L}]))?`,
  'gu',
)

export function factsIn(text: string): Facts {
  const facts: Facts = {
    numbers: new Map(),
    times: new Set(),
    dates: new Set(),
    weekdays: new Set(),
    phones: new Set(),
    mails: new Set(),
    links: new Set(),
    codes: new Set(),
  }
  const take = (rest: string, pattern: RegExp, onMatch: (match: string[]) => void): string =>
    rest.replace(pattern, (...match: unknown[]) => {
      onMatch(match.filter((part): part is string => typeof part === 'string'))
      return ' ; '
    })
  let rest = cleanText(text)
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
    // Cells side by side or on separate lines: "23h" and "10h30" are not 23:10.
    .replace(/(?<=\dh)\s*[\t\n]+/g, ' ; ')
    .replace(endOfSentence, ' $1')
    .replace(hiddenDot, '.')
  rest = take(rest, mail, ([found = '']) => facts.mails.add(found.replace(/\s/g, '')))
  rest = take(rest, link, ([found = '']) => facts.links.add(plainLink(found)))
  rest = take(rest, phone, ([found = '']) => facts.phones.add(plainPhone(found)))
  rest = withDates(rest, (day, month, year) => facts.dates.add(dateOf(day, month, year)))
  rest = withTimes(rest).replace(dollarsBefore, '$1 usd').replace(currency, ' dong').replace(degrees, ' deg')
  rest = figuresForWords(fold(figuresBeforeUnits(rest)))
  rest = rest.replace(weekday, (found: string, ...groups: unknown[]) => {
    const name = groups.slice(0, 4).find(group => typeof group === 'string') as string
    facts.weekdays.add(weekdays.find(names => names.split(' ').includes(name))?.at(-1) ?? 'sunday')
    return ' '.repeat(found.length)
  })
  rest = take(canonicalNumbers(rest), time, ([, found = '']) => facts.times.add(found))
  rest = take(rest, code, ([found = '']) => facts.codes.add(found.replace(/[-_]/g, '')))
  for (const [, first = '', second, percent, unit, letters] of rest.matchAll(number)) {
    const meant = percent ? '%' : unit ? unitOf(unit) : (letters ?? '')
    for (const value of second === undefined ? [first] : [first, second]) {
      const plain = plainNumber(value)
      facts.numbers.set(plain, (facts.numbers.get(plain) ?? new Set()).add(meant))
    }
  }
  return facts
}

function withDates(text: string, onDate: (day: string, month: string, year?: string) => void): string {
  const spot = ' ; '
  const monthOf = (name: string): string => String(months.findIndex(month => month.startsWith(name.slice(0, 3))) + 1)
  return text
    .replace(isoDate, (_, year: string, month: string, day: string) => (onDate(day, month, year), spot))
    .replace(dottedDate, (_, day: string, _dot, month: string, year: string) => (onDate(day, month, year), spot))
    .replace(spokenDate, (_, day: string, month: string, year?: string) => (onDate(day, month, year), spot))
    .replace(dayMonth, (_, day: string, name: string, year?: string) => (onDate(day, monthOf(name), year), spot))
    .replace(monthDay, (_, name: string, day: string, year?: string) => (onDate(day, monthOf(name), year), spot))
    .replace(plainDate, (_, day: string, month: string, year?: string) => (onDate(day, month, year), spot))
}

function withTimes(text: string): string {
  return text
    .replace(partOfDay, (_, hour: string, minutes: string | undefined, part: string) => {
      const plain = Number(hour)
      const late = part === 'chiều' || part === 'tối' || (part === 'trưa' && plain < 4) || (part === 'đêm' && plain > 6)
      return `${late && plain < 12 ? plain + 12 : plain}h${minutes === 'rưỡi' ? '30' : (minutes ?? '00')} `
    })
    .replace(halfPast, '$1h30 ')
}

function dateOf(day: string, month: string, year?: string): string {
  const known = year ? `/${year.length === 2 ? `20${year}` : year}` : ''
  return `${Number(day)}/${Number(month)}${known}`
}

function plainLink(found: string): string {
  return found
    .replace(/^[a-z][a-z0-9+]*:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[.,;:!?…/]+$/u, '')
}

function plainPhone(found: string): string {
  return found.replace(/\D/g, '').replace(/^(?:00)?84(?=\d{9})/, '0')
}

function plainNumber(value: string): string {
  if (value.includes('.')) return String(Number(value))
  return value.length <= 2 ? String(Number(value)) : value
}
