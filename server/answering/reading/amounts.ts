import { type Dimension, headUnits, unitWords } from '../lexicon/unit-words.ts'
import { lengthsWithUnit, plainText } from './plain-text.ts'
import { remembered } from './read-once.ts'

/** In the dimension's smallest unit. */
export type Amount = {
  dimension: Dimension
  value: number
  unit: string
  /** index of the figure: "2 tháng" is an age and a duration */
  at: number
}

/** A missing end is open. */
export type Range = {
  dimension: Dimension
  low: number
  high: number
  lowIncluded: boolean
  highIncluded: boolean
}

type Unit = { dimension: Dimension; times: number }

const units = new Map<string, Unit[]>()
for (const [dimension, words] of Object.entries(unitWords))
  for (const [word, times] of Object.entries(words)) {
    const known = units.get(word) ?? []
    units.set(word, [...known, { dimension: dimension as Dimension, times }])
  }
const unit = `(?:${[...units.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\d])`
const number = String.raw`\d+(?:\.\d+)?`
const amount = new RegExp(`(?<![\\p{L}\\d.])(${number}) ?(${unit})( ruoi(?!\\p{L}))?`, 'gu')
const bareMoney = /(?<![\p{L}\d.])(\d{4,})(?: ?(?:d|vnd|dong)(?!\p{L}))?(?![\d.])/gu
const spoken: Record<string, string> = {
  mot: '1',
  hai: '2',
  ba: '3',
  bon: '4',
  nam: '5',
  sau: '6',
  bay: '7',
  tam: '8',
  chin: '9',
  muoi: '10',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  ten: '10',
  doi: '2',
}
const spokenAmount = new RegExp(`(?<![\\p{L}\\d])(${Object.keys(spoken).join('|')}) (?=${unit})`, 'gu')

/** "Cao 160 nặng 50": units are omitted. */
const bodyMeasures = new RegExp(
  `(?<!\\p{L})(?:cao (?:tam |khoang )?(1[3-9]\\d|20\\d)|nang (?:tam |khoang )?(\\d{2,3}))(?![\\d.:\\p{L}-]| ?${unit})`,
  'gu',
)

export const amountsIn = remembered((text: string): readonly Amount[] => {
  const plain = spelledAmounts(text)
  const found: Amount[] = clocksIn(plain)
  for (const { 1: digits, 2: word, 3: half, index: at } of blanked(plain, clock).matchAll(amount))
    for (const { dimension, times } of units.get(word!) ?? [])
      found.push({ dimension, value: (Number(digits) + (half ? 0.5 : 0)) * times, unit: word!, at })
  for (const { 1: digits, index: at } of blanked(plain, amount).matchAll(bareMoney))
    if (Number(digits) >= minMoney) found.push({ dimension: 'money', value: Number(digits), unit: 'd', at })
  return found
})

/** Figures without a unit: "iPhone 13", "size 38". */
export function bareFiguresIn(text: string): string[] {
  const rest = blanked(blanked(spelledAmounts(text), clock), amount)
  return (rest.match(bareFigure) ?? []).filter(figure => Number(figure) < minMoney)
}

const minMoney = 10_000
const bareFigure = /(?<![\p{L}\d./])\d+(?:\.\d+)?(?![\p{L}\d/])/gu

function spelledAmounts(text: string): string {
  return plainText(lengthsWithUnit(text))
    .replace(spokenAmount, (_, word: string) => `${spoken[word]} `)
    .replace(bodyMeasures, (_, tall?: string, heavy?: string) => (tall ? `cao ${tall} cm` : `nang ${heavy} kg`))
}

function blanked(text: string, pattern: RegExp): string {
  return text.replace(pattern, found => ' '.repeat(found.length))
}

/** "7h tối", "14h30", "11:30 pm", "lúc 9 giờ": a time of day, not a duration. */
const clock =
  /(?<![\p{L}\d.:])(?:(\d{1,2})(?:h|g|:| ?gio ?)([0-5]\d)|(?:(?<=(?:luc|tu|den|toi|sau|truoc|at|by|after|before|until) )(\d{1,2}) ?(?:h|g|gio)|(\d{1,2}) ?(?:(?:h|g|gio)(?= ?(?:sang|chieu|toi(?! ?\d)|trua|khuya|dem(?! ?\d)))|(?=am|pm)))|(1[3-9]|2[0-4]) ?h)(?![\p{L}\d])(?: ?(sang|chieu|toi|trua|khuya|dem|am|pm)(?!\p{L}))?/gu

function clocksIn(plain: string): Amount[] {
  return [...plain.matchAll(clock)].map(match => {
    const [, exact, minutes = '0', after, before, late, half = ''] = match
    const hour = Number(exact ?? after ?? before ?? late)
    const part =
      half || (/^ ?(sang|chieu|toi|trua|khuya|dem|am|pm)/u.exec(plain.slice(match.index + match[0].length))?.[1] ?? '')
    const isLate = hour < 12 && /^(?:chieu|toi|pm)$/u.test(part)
    return { dimension: 'clock', value: (hour + (isLate ? 12 : 0)) * 60 + Number(minutes), unit: 'h', at: match.index }
  })
}

const from = String.raw`(?:tu (?:du )?|from |>= ?|≥ ?|it nhat |toi thieu |at least |du )`
const over = String.raw`(?:tren |> ?|over |above |more than |qua |hon )`
const below = String.raw`(?:duoi |< ?|under |below |less than |chua den |chua toi |chua du |chua tron )`
const upTo = String.raw`(?:den |toi |toi da |<= ?|≤ ?|up to |max |khong qua |within |trong )`
const optionalUnit = `(?: ?(${unit}))?`
const both = new RegExp(
  `(?<![\\p{L}\\d.])(${from}|${over})?(${number})${optionalUnit} ?(?:-|den(?: het)?|toi|to|until) ?(${below})?(${number})${optionalUnit}`,
  'u',
)
const upperBound = new RegExp(`(?<![\\p{L}\\d])(?:(${below})|${upTo})(${number})${optionalUnit}`, 'u')
const lowerBound = new RegExp(`(?<![\\p{L}\\d])(?:(${over})|${from})(${number})${optionalUnit}`, 'u')
const orMore = new RegExp(
  `(?<![\\p{L}\\d.])(${number})${optionalUnit} ?(?:tro len|do len|\\+(?! ?\\d)|or more|and up|up(?!\\p{L}))`,
  'u',
)
const orLess = new RegExp(`(?<![\\p{L}\\d.])(${number})${optionalUnit} ?(?:tro xuong|do lai|or less|or below)`, 'u')

/** One range per possible dimension of the unit, which may come from the column's `head`; none if it is unknown. */
export function rangesIn(text: string, head = ''): readonly Range[] {
  return rangesOf(`${head}\u0000${text}`)
}

const rangesOf = remembered((key: string): readonly Range[] => {
  const [head = '', text = ''] = key.split('\u0000')
  const plain = plainText(lengthsWithUnit(text))
  const hours = clockRange(plain)
  if (hours) return [hours]
  const other = headUnit(head)
  const make = (
    low: string | undefined,
    high: string | undefined,
    lowIncluded: boolean,
    highIncluded: boolean,
    lowUnit: string | undefined,
    highUnit: string | undefined,
  ): Range[] =>
    unitsOf(highUnit ?? lowUnit, other, high ?? low).map(({ dimension, times }) => {
      const lowTimes = lowUnit ? (units.get(lowUnit)?.find(one => one.dimension === dimension)?.times ?? times) : times
      return {
        dimension,
        low: low === undefined ? -Infinity : scaled(low, high, dimension) * lowTimes,
        high: high === undefined ? Infinity : Number(high) * times,
        lowIncluded,
        highIncluded,
      }
    })
  const span = both.exec(plain)
  if (span) {
    const [, begins = '', low, lowUnit, ends, high, highUnit] = span
    return make(low, high, !new RegExp(over, 'u').test(begins), ends === undefined, lowUnit, highUnit)
  }
  const more = orMore.exec(plain)
  if (more) return make(more[1], undefined, true, false, more[2], undefined)
  const less = orLess.exec(plain)
  if (less) return make(undefined, less[1], false, true, undefined, less[2])
  const upper = upperBound.exec(plain)
  if (upper) return make(undefined, upper[2], false, upper[1] === undefined, undefined, upper[3])
  const lower = lowerBound.exec(plain)
  if (lower) return make(lower[2], undefined, lower[1] === undefined, false, lower[3], undefined)
  return []
})

const hour = String.raw`(\d{1,2})(?:h|g|:)([0-5]\d)?`
const hours = new RegExp(`(?<![\\p{L}\\d])${hour} ?(?:-|den|to) ?${hour}`, 'u')
const afterHour = new RegExp(`(?<!\\p{L})(sau|tu|after|from|truoc|before) ${hour}(?!\\d)`, 'u')

function clockRange(plain: string): Range | undefined {
  const minutes = (h: string | undefined, m: string | undefined): number => Number(h) * 60 + Number(m ?? 0)
  const both = hours.exec(plain)
  if (both)
    return {
      dimension: 'clock',
      low: minutes(both[1], both[2]),
      high: minutes(both[3], both[4]),
      lowIncluded: true,
      highIncluded: true,
    }
  const one = afterHour.exec(plain)
  if (!one) return undefined
  const at = minutes(one[2], one[3])
  return /truoc|before/u.test(one[1]!)
    ? { dimension: 'clock', low: 0, high: at, lowIncluded: true, highIncluded: false }
    : { dimension: 'clock', low: at, high: 1440, lowIncluded: true, highIncluded: true }
}

/** "8 - 30000000": the first figure of "8 – 30 tr" is also in millions. */
function scaled(low: string, high: string | undefined, dimension: Dimension): number {
  const value = Number(low)
  if (dimension !== 'money' || high === undefined || value >= 1000) return value
  return Number(high) >= 1e6 ? value * 1e6 : value * 1e3
}

function unitsOf(word: string | undefined, head: Unit | undefined, figure: string | undefined): Unit[] {
  if (word) return units.get(word) ?? []
  if (head) return [head]
  return Number(figure) >= 10_000 ? [{ dimension: 'money', times: 1 }] : []
}

function headUnit(head: string): Unit | undefined {
  if (!head) return undefined
  const plain = plainText(head)
  const inBrackets = new RegExp(`[(\\[/, ](${unit})[)\\]]?$`, 'u').exec(plain)?.[1]
  if (inBrackets) return units.get(inBrackets)?.[0]
  const named = Object.entries(headUnits).find(([word]) => plain.includes(word))
  return named?.[1]
}

export function holds({ low, high, lowIncluded, highIncluded }: Range, value: number): boolean {
  return (lowIncluded ? value >= low : value > low) && (highIncluded ? value <= high : value < high)
}
