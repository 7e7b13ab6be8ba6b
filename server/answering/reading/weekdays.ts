import { dayRuns, dayWords, relativeDays } from '../lexicon/day-words.ts'
import type { Day } from './days.ts'
import { remembered } from './read-once.ts'

/** Monday is 0, Sunday 6; 7 stands for holidays. */
export type Weekday = number

const names = new Map<string, Weekday>(dayWords.flatMap((words, day) => words.map(word => [word, day] as const)))
const anyOf = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')
const name = `(${anyOf(names.keys())})`
const edge = String.raw`(?<![\p{L}\d/])`
const end = String.raw`(?![\p{L}\d/])`
const span = new RegExp(`${edge}${name} ?(?:-|->|den(?: het)?|toi|to|through) ?${name}${end}`, 'gu')
const single = new RegExp(`${edge}${name}${end}`, 'gu')
const run = new RegExp(`${edge}(${anyOf(Object.keys(dayRuns))})${end}`, 'gu')
const relative = new RegExp(`${edge}(${anyOf(Object.keys(relativeDays))})${end}`, 'gu')

/** Includes holidays. `plain`: see `plainText`; `today`: for "hôm nay", "ngày mai". */
export function weekdaysIn(plain: string, today?: Day): ReadonlySet<Weekday> {
  return weekdaysOn(`${today ?? ''} ${plain}`)
}

const weekdaysOn = remembered((key: string): ReadonlySet<Weekday> => {
  const space = key.indexOf(' ')
  return readWeekdays(key.slice(space + 1), key.slice(0, space) || undefined)
})

function readWeekdays(plain: string, today: Day | undefined): ReadonlySet<Weekday> {
  const found = new Set<Weekday>()
  const rest = plain.replace(span, (_, from: string, until: string) => {
    const [first = 0, last = 0] = [names.get(from), names.get(until)]
    for (let day = first; ; day = (day + 1) % 7) {
      found.add(day)
      if (day === last) break
    }
    return ' '
  })
  for (const [, word] of rest.matchAll(run)) for (const day of dayRuns[word!] ?? []) found.add(day)
  const isEnglish = english.test(plain)
  for (const [, word] of rest.replace(run, ' ').matchAll(single))
    if (isEnglish || !otherwiseVietnamese.has(word!)) found.add(names.get(word!)!)
  if (today !== undefined)
    for (const [, word] of rest.matchAll(relative)) found.add((weekdayOf(today) + relativeDays[word!]!) % 7)
  return found
}

/** "Món", "thu", "sát": unaccented, these are days only beside other days. */
const otherwiseVietnamese: ReadonlySet<string> = new Set(['mon', 'thu', 'sat'])
const english = /(?<!\p{L})(?:tue|tues|wed|fri|sun|\p{L}+day|weekends?|weekdays?)(?!\p{L})/u

function weekdayOf(day: Day): Weekday {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

export const wordsOfDays: ReadonlySet<string> = new Set(
  [...names.keys(), ...Object.keys(dayRuns), ...Object.keys(relativeDays)].flatMap(words => words.split(/[ ,/]+/u)),
)
