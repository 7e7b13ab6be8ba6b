import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { goodsUnits, peopleWords } from '../lexicon/intent-words.ts'

export type IntentSlots = {
  what?: string
  when?: string
  count?: string
  name?: string
  phone?: string
  address?: string
}
export type Span = { start: number; end: number }
export type SlotText = {
  text: string
  folded: string
  slots: IntentSlots
  taken: Span[]
  hasClock: boolean
  isCounted: boolean
  isExact: boolean
}

const edge = String.raw`(?<![\p{L}\d/.,])`
const end = String.raw`(?![\p{L}\d])`
const dayPart = '(?:sang|trua|chieu|toi|dem)'
const clock = String.raw`(?:sau |truoc )?(?:\d{1,2}:\d{2}(?: ?[ap]m)?|\d{1,2} ?(?:[ap]m|(?:gio|h|g)(?: ?\d{2}|ruoi| ruoi)?)|at \d{1,2})`
const weekday =
  '(?:(?:ngay )?thu (?:hai|ba|tu|nam|sau|bay|[2-7])|t[2-7]|chu nhat|cn|monday|tuesday|wednesday|thursday|friday|saturday|sunday)'
const days = [
  `${dayPart} (?:hom )?(?:nay|mai|mot)(?: luc)?`,
  `(?:${dayPart} |this |next )?${weekday}(?: (?:tuan (?:sau|nay|toi)|nay|toi(?! (?:nha|cho|so|\\d))|morning|afternoon|evening|night))?`,
  String.raw`${dayPart} \d-\d(?:-\d)?`,
  'hom nay|bua nay|ngay mai|ngay mot|cuoi tuan(?: nay)?|tuan sau|today|tonight|tomorrow(?: morning| afternoon| evening| night)?',
  String.raw`(?:ngay )?\d{1,2}/\d{1,2}(?:/\d{2,4})?|ngay \d{1,2}(?! ?(?:phut|nguoi))|\d{1,2} thang \d{1,2}`,
  String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}`,
  String.raw`mai(?: den \S+)?`,
].join('|')
const clockPart = new RegExp(`${edge}${clock}(?: ${dayPart}(?: (?:nay|mai))?)?${end}`, 'gu')
const dayPattern = new RegExp(`${edge}(?:${days})${end}`, 'gu')
const startsWithTime = new RegExp(`^(?:${clock}(?: ${dayPart})?|${days})(?: |$)`, 'u')
const toPlace = /(?<!\p{L})(?:toi nha|giao(?: toi| den| ve| ra| luc)?|ship|toi|den|ve|dia chi|tai) /u
const spoken = 'mot|hai|ba|bon|nam|sau|bay|tam|chin|muoi|one|two|three|four|five|six'
const people = new RegExp(
  `${edge}(?:\\d{1,3} ?|(?:${spoken}) )(?:${peopleWords})${end}|(?:for|party of) \\d{1,2}(?! ?(?:am|pm|:|h))${end}`,
  'u',
)
const goods = new RegExp(`${edge}(?:\\d{1,4} ?|(?:${spoken}) )(?:${goodsUnits}|ve|slot|xe|dem)${end}`, 'u')
const anyCount = new RegExp(
  String.raw`(?<![\p{L}\d/.,-])(?<!(?:so|size|mau|quan|q|duong|ngo|ngach|hem|lau|tang|loai|thu|ngay|luc|sau|truoc|o|tai|ve|chi|nha) )\d{1,3} (?!h |gio|k |nghin|trieu|tr |phut|ngay|thang|nam|tuan|tang|of )\p{L}{2,}`,
  'u',
)
const named =
  /(?<![\p{L}])(?:ten(?: (?:la|minh la|em la))?|(?:minh|em|chi|anh|toi) la|name(?: is|:)|my name is|i'm|i am|this is) ((?:\p{L}+ ?){1,4})/u
const titled = /(?<![\p{L}])(?:chi|anh|co|chu|bac|c|a) ((?:\p{L}+ ?){1,3})/u
const noName =
  /^(?:nha|nhe|a|voi|sdt|so|dt|o|di|dat|muon|can|lay|mua|hoi|khong|day|la|the|giup|shop|nguoi|gi|nao|cho|va|se|dang|vua|da|a$|looking|interested|here|going|just|not)$/

export function readSlots(raw: string): SlotText {
  const cleaned = cleanText(raw)
  const folded = fold(cleaned)
  // If folding changes the length, offsets no longer match, so the folded text is used.
  const text = folded.length === cleaned.length ? cleaned : folded
  const taken: Span[] = []
  const slots: IntentSlots = {}
  const take = (start: number, stop: number) => {
    taken.push({ start, end: stop })
    return text.slice(start, stop).trim()
  }
  for (const { kind, value, start, end: stop } of detectContacts(text)) {
    if ((kind === 'phone' || kind === 'landline') && !slots.phone) slots.phone = value
    if (kind !== 'address') {
      take(start, stop)
      continue
    }
    const from = start + beforePlace(folded.slice(start, stop))
    if (from < stop && !slots.address) slots.address = take(from, stop)
  }
  // "15/3 Quang Trung" is a house in an alley.
  const open = blank(folded, taken).replace(/(?:dia chi|dc|so nha|so|ngo|hem|nha) ?:? ?\d+\/\d+/gu, found =>
    ' '.repeat(found.length),
  )
  const clocks = [...open.matchAll(clockPart)].map(spanOf)
  const times = merged([...clocks, ...[...blank(open, clocks).matchAll(dayPattern)].filter(isNoName(text)).map(spanOf)])
  if (times.length > 0) slots.when = times.map(({ start, end: stop }) => take(start, stop)).join(', ')
  const rest = blank(folded, taken)
  const crowd = people.exec(rest)
  const amount = goods.exec(rest) ?? anyCount.exec(rest)
  const counted = crowd ?? amount
  if (counted) slots.count = text.slice(counted.index, counted.index + counted[0].length).trim()
  if (crowd) take(crowd.index, crowd.index + crowd[0].length)
  const name = findName(text, rest)
  if (name) {
    slots.name = text.slice(name.start, name.end).trim()
    taken.push(name)
  }
  return {
    text,
    folded,
    slots,
    taken,
    hasClock: clocks.length > 0,
    isCounted: amount !== null && !crowd,
    isExact: crowd !== null || goods.test(rest),
  }
}

/** A count or an hour may look like a street: "2 hộp … giao 8h tới 45 Lê Lợi" is at 45 Lê Lợi. */
function beforePlace(folded: string): number {
  let at = /^(?:\d{1,2}, )?(?:ship |giao )?(?:ve|toi|den|o|tai) /u.exec(folded)?.[0].length ?? 0
  const isOther = (words: string) =>
    startsWithTime.test(words) || ((people.exec(words) ?? goods.exec(words))?.index ?? -1) === 0
  while (isOther(folded.slice(at))) {
    const rest = folded.slice(at)
    const time = startsWithTime.exec(rest)
    const way = toPlace.exec(rest)
    if (time) at += time[0].length
    else if (way) at += way.index + way[0].length
    else return folded.length
  }
  return at
}

function isNoName(text: string) {
  // Capitalised "Mai" is a person, unless it begins the message.
  return (match: RegExpExecArray) => match[0] !== 'mai' || match.index === 0 || text[match.index] === 'm'
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length }
}

function merged(spans: Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && span.start - last.end <= 1) last.end = span.end
    else all.push({ ...span })
  }
  return all
}

export function blank(text: string, spans: readonly Span[]): string {
  const letters = text.split('')
  for (const { start, end: stop } of spans) letters.fill(' ', start, stop)
  return letters.join('')
}

function findName(text: string, rest: string): Span | undefined {
  const match = named.exec(rest)
  const isNamed = match !== null
  const found = match ?? capitalised(text, rest)
  if (!found?.[1]) return undefined
  const from = found.index + found[0].length - found[1].length
  const words = [...found[1].matchAll(/\p{L}+/gu)]
  const stored: { stop: number; big: boolean }[] = []
  for (const word of words) {
    const original = text[from + word.index] ?? ''
    const isBig = original !== original.toLowerCase()
    if (noName.test(word[0]) || (!isBig && (!isNamed || stored.length >= 2 || stored.some(one => one.big)))) break
    stored.push({ stop: from + word.index + word[0].length, big: isBig })
  }
  const last = stored.at(-1)
  return last && { start: from, end: last.stop }
}

function capitalised(text: string, rest: string): RegExpExecArray | undefined {
  const pattern = new RegExp(titled.source, 'gu')
  for (const match of rest.matchAll(pattern)) {
    const from = match.index + match[0].length - (match[1]?.length ?? 0)
    const first = text[from] ?? ''
    if (first !== first.toLowerCase()) return match
  }
  return undefined
}
