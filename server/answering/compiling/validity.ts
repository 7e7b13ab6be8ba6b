import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { validityWords } from '../lexicon/validity-words.ts'
import type { Day } from '../reading/days.ts'
import { holdsOn, monthsIn, type Period, periodIn } from '../reading/periods.ts'
import { replacedDocuments } from './replaced-documents.ts'
import type { Section } from './section.ts'

export type Invalid = {
  /** ids of sections: superseded, expired or not yet valid */
  sections: Map<string, 'replaced' | 'over' | 'not yet'>
  /** trimmed lines in otherwise valid sections: promotions over or not begun */
  lines: Map<string, Set<string>>
}

const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'u')
const promotion = anyOf(validityWords.promotion)
const otherTime = anyOf(validityWords.otherTime)
const stands = new RegExp(`^[^\\p{L}\\d]*(?:${validityWords.holds.join('|')})(?![\\p{L}\\d])`, 'u')

export function invalidOn(sections: readonly Section[], today: Day): Invalid {
  const invalid: Invalid = { sections: new Map(), lines: new Map() }
  const replaced = replacedDocuments(sections, today)
  for (const [document, own] of Map.groupBy(sections, section => section.document)) {
    const whole = periodOfDocument(own, today)
    for (const section of own) {
      if (replaced.has(document)) invalid.sections.set(section.id, 'replaced')
      else judge(section, periodOfSection(section, today) ?? whole, today, invalid)
    }
  }
  return invalid
}

function judge(section: Section, period: Period | undefined, today: Day, invalid: Invalid): void {
  if (period && !holdsOn(period, today)) {
    invalid.sections.set(section.id, period.until !== undefined && period.until < today ? 'over' : 'not yet')
    return
  }
  const over = linesOf(section.text).filter(line => {
    if (isOfPastYear(line, today)) return true
    if (!promotion.test(fold(line))) return false
    const own = periodIn(line, today)
    return own !== undefined && !holdsOn(own, today)
  })
  if (over.length) invalid.lines.set(section.id, new Set(over))
}

function isOfPastYear(line: string, today: Day): boolean {
  const [, named] = /^[^\p{L}\d]*(?:\p{L}+ ){0,3}(20\d\d)(?!\d|[/.-])[^:]{0,40}:.*\d/u.exec(line) ?? []
  return named !== undefined && Number(named) < Number(today.slice(0, 4))
}

function periodOfSection({ title, heading, text }: Section, today: Day): Period | undefined {
  const named = fold(`${title} ${heading}`)
  if (!promotion.test(named) && !promotion.test(fold(text))) return undefined
  const [last = ''] = heading.split(' › ').slice(-1)
  const months = promotion.test(fold(last)) ? monthsIn(last, today) : undefined
  const near = months?.from ?? today
  for (const line of linesOf(text)) {
    if (!stands.test(fold(line))) continue
    const period = periodIn(line, near)
    // A single offer of a list may end before the others.
    if (period?.until && !offersSomething(line)) return period
  }
  return months
}

/** "Từ 10/9: giảm 20 % …" is one offer; "Từ 5/3 đến hết 20/3. Không dùng cùng mã khác" is about all of them. */
function offersSomething(line: string): boolean {
  const [first = ''] = fold(line).split(/[.;!]\s/)
  return /\d ?(?:%|k(?!\p{L})|d(?!\p{L})|tr(?!\p{L})|000)/u.test(first) && promotion.test(first)
}

/** From the title or first lines, unless its sections have months of their own. */
function periodOfDocument(sections: readonly Section[], today: Day): Period | undefined {
  const [first] = sections
  if (!first) return undefined
  const isPromotion = promotion.test(fold(first.title)) && !/chinh sach|quy dinh/.test(fold(first.title))
  const months = isPromotion ? monthsIn(first.title, today) : undefined
  const head = [
    ...new Set(sections.slice(0, 2).flatMap(({ heading, text }) => [...heading.split(' › '), ...linesOf(text)])),
  ].slice(0, 6)
  const periods = head.flatMap(line =>
    stands.test(fold(line)) && !offersSomething(line) ? (periodIn(line, months?.from ?? today) ?? []) : [],
  )
  const [period] = periods
  if (!period) return months
  const ownMonths = sections.filter(section => monthsIn(section.heading.split(' › ').at(-1) ?? '', today)).length
  return ownMonths > 1 ? undefined : { ...(isPromotion ? months : {}), ...period }
}

function linesOf(text: string): string[] {
  return cleanText(text)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
}

/** Then past and future offers matter too. */
export function asksOtherTime(message: string, today: Day): boolean {
  const plain = fold(cleanText(message))
  if (otherTime.test(plain)) return true
  const months = monthsIn(message, today)
  return months !== undefined && !holdsOn(months, today)
}
