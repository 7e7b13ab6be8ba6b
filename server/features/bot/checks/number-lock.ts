import { remembered } from '#server/answering/reading/read-once.ts'
import { townNames } from '#shared/rules/contacts/contact-address.ts'
import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { type Facts, factsIn } from './facts.ts'
import { promisesIn, promisesMadeBy } from './promises.ts'
import { countsInWords } from './spelled-numbers.ts'
import { isUnit, mayAbbreviate } from './units.ts'
import { workedOut } from './worked-out.ts'

export type Ground = {
  cited: string[]
  /** Proves counts, dates, times, codes and names; never amounts, percentages, contacts or promises, which customers could dictate. */
  customer?: string
  around?: string[]
  isKnownName?: (name: string) => boolean
}

/** Each number, price, time, date, phone, link, address, code, name and promise of a reply that the ground lacks ('number 99000'). */
export function unproven(
  reply: string,
  { cited, customer = '', around = [], isKnownName = () => false }: Ground,
): string[] {
  const stated = factsIn(withoutListNumbers(reply))
  const shop = factsOfShop(cited.join('\n'))
  const asked = factsIn(customer)
  const words = [...cited, customer].map(wordsOf)
  const isWritten = (word: string): boolean => words.some(text => text.has(word))
  const promised = new Set([...cited, ...around].flatMap(text => [...promisesMadeBy(text)]))
  // "Chưa được miễn phí, từ 300.000đ mới được": a denied promise needs its condition in the reply.
  const isShort = (promise: string): boolean =>
    promise.startsWith('no ') && promised.has(promise.slice(3)) && statesAmount(stated, shop)
  return [
    ...missing('link', stated.links, shop.links),
    ...missing('mail', stated.mails, shop.mails),
    ...missing('phone', stated.phones, shop.phones),
    ...[...stated.dates]
      .filter(date => ![shop, asked].some(ground => holdsDate(ground, date)))
      .map(date => `date ${date}`),
    ...missing('weekday', stated.weekdays, shop.weekdays, asked.weekdays),
    ...[...stated.times]
      .filter(time => !holdsTime(shop, time) && !holdsTime(asked, time) && !holdsTime(asked, halfDayBefore(time)))
      .map(time => `time ${time}`),
    ...[...stated.codes].filter(code => !isWritten(fold(code))).map(code => `code ${code}`),
    ...numbersUnproven(stated, shop, asked, { customer, reply }, scalesOf([...cited, ...around])),
    ...namesIn(reply)
      .filter(name => !isTown(name) && !spellingsOf(name).some(one => isWritten(one) || isKnownName(one)))
      .map(name => `name ${name}`),
    ...[...promisesIn(reply)]
      .filter(promise => !promised.has(promise) && !isShort(promise))
      .map(promise => `promise ${promise}`),
  ]
}

const factsOfShop = remembered(factsIn)

function statesAmount(stated: Facts, shop: Facts): boolean {
  return [...stated.numbers].some(
    ([value, units]) => Number(value) >= 1000 && [...units].some(unit => holdsNumber(shop, value, unit)),
  )
}

const sums = ['dong', 'usd', 'eur', 'k', 'tr', 'd']

function missing(kind: string, stated: Set<string>, ...grounds: Set<string>[]): string[] {
  return [...stated].filter(one => !grounds.some(ground => ground.has(one))).map(one => `${kind} ${one}`)
}

function numbersUnproven(
  stated: Facts,
  shop: Facts,
  asked: Facts,
  { customer, reply }: { customer: string; reply: string },
  scales: number[],
): string[] {
  const all = [...stated.numbers].flatMap(([value, units]) => [...units].map(unit => ({ value, unit })))
  const counts = countsInWords(customer)
  const proven = all.filter(
    ({ value, unit }) =>
      holdsNumber(shop, value, unit) ||
      holdsScaled(shop, value, unit, scales) ||
      (isCount(value, unit) &&
        (holdsNumber(asked, value, unit) || counts.includes(Number(value)) || isBetweenTimes(stated, value, unit))) ||
      (!isUnit(unit) && isCount(value, unit) && countsOf(reply).includes(Number(value))),
  )
  const byShop = proven.some(
    ({ value, unit }) => holdsNumber(shop, value, unit) && (unit === '%' || Number(value) >= 1000),
  )
  // "Đơn 2.500.000đ thì được miễn phí (từ 500.000đ)": the customer's own sum is allowed only beside the shop's figure.
  const own = byShop
    ? [factsIn(amountsIn(customer, customersInMessage)), factsIn(amountsIn(reply, customersInReply))]
    : []
  const isCustomersOwn = (value: string, unit: string): boolean =>
    own.some(amounts => holdsNumber(amounts, value, unit)) && holdsNumber(asked, value, unit)
  const rest = all.filter(one => !proven.includes(one) && !isCustomersOwn(one.value, one.unit))
  const known = all.filter(one => !rest.includes(one)).map(({ value }) => Number(value))
  return (working.test(reply) ? workedOut(rest, known) : rest).map(
    ({ value, unit }) => `number ${value}${unit ? ` ${unit}` : ''}`,
  )
}

/** A calculated sum must come with its calculation. */
const working = /[×*=+]|\d ?x ?\d|(?<!\p{L})(?:nhân|cộng|trừ|times|plus|minus)(?!\p{L})/iu

/** "ĐVT: nghìn đồng", "giá tính bằng 1.000 đồng": the multiplier of a document's bare figures. */
function scalesOf(texts: string[]): number[] {
  const plain = fold(texts.join('\n'))
  return [...(thousands.test(plain) ? [1e3] : []), ...(millions.test(plain) ? [1e6] : [])]
}

const thousands =
  /[(:] ?(?:nghin|ngan) (?:dong|vnd)(?!\p{L})|(?:don vi|dvt|gia|phi|tinh bang|tien)[^\n\d]{0,24}(?<!\d ?)(?:nghin|ngan)(?: (?:dong|vnd))?(?!\p{L})|(?:don vi|dvt|tinh bang)[^\n\d]{0,24}1[.,]?000 ?(?:d|dong|vnd)(?!\p{L})|(?:don vi|gia|tinh bang|=)[^\n\d]{0,24}\(?(?<!\d ?)k\)?(?![\p{L}\d])/u
const millions = /(?:don vi|gia|tinh bang|tien)[^\n\d]{0,24}(?<!\d ?)trieu(?: (?:dong|vnd))(?!\p{L})/u

function holdsScaled(shop: Facts, value: string, unit: string, scales: number[]): boolean {
  if (unit !== '' && !sums.includes(unit)) return false
  return scales.some(scale => {
    const bare = Number(value) / scale
    return Number(value) >= 1000 && (shop.numbers.get(String(bare))?.has('') ?? false)
  })
}

function amountsIn(text: string, pattern: RegExp): string {
  return [...fold(cleanText(text)).matchAll(pattern)].map(([found]) => found).join(' ; ')
}

const amountAfter = (words: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})(?: \\p{L}+){0,3} ${amount.source}`, 'gu')
const amount = /\d[\d.,]*(?: ?(?:k|tr\d*|trieu(?: ruoi| \d+)?|nghin|ngan|cu|d|dong|vnd|million|m)(?!\p{L}))*/u
const had =
  'don|hoa don|bill|order|tieu|chi tieu|ngan sach|budget|spend|spent|gio hang|cart|tich luy|doanh so|repair|booking'
const customersInReply = amountAfter(had)
const customersInMessage = amountAfter(`${had}|ca|job|mua|tong|chi|total|goi|khoa|combo|hoc phi`)

const towns = new Set(townNames.flatMap(name => fold(name).split(' ')))
const isTown = (name: string): boolean => towns.has(name)

/** With the same unit, or bare as in a table whose column names the unit; never for percentages and small sums. */
function holdsNumber(ground: Facts, value: string, unit: string): boolean {
  const units = ground.numbers.get(value)
  const bareWillDo = unit !== '%' && (!sums.includes(unit) || Number(value) >= 1000)
  if (units && (unit === '' || units.has(unit) || (bareWillDo && units.has('')))) return true
  if (units && isCount(value, unit) && [...units].some(other => countsTheSame(unit, other))) return true
  return unit === 'hour' && ground.times.has(`${value}h00`)
}

/** "2 vé" and "2 ng", "25 phút" and "25p": counted things may have other names, but minutes are not hours. */
function countsTheSame(unit: string, other: string): boolean {
  if (unit === 'deg' && other === 'usd') return true
  if (other === '%' || sums.includes(other)) return false
  return isUnit(unit) ? mayAbbreviate(other, unit) : !isUnit(other)
}

function isCount(value: string, unit: string): boolean {
  return Number(value) < 1000 && unit !== '%' && !sums.includes(unit)
}

function countsOf(reply: string): number[] {
  const lines = reply.match(/^\s*(?:[-–•*+]|\d{1,2}[.)])\s/gmu)?.length ?? 0
  const enumerated = [...reply.matchAll(/:\s([^.!?\n]+)/gu)].map(
    ([, items = '']) => items.split(/[,;]\s|\s(?:và|va|and)\s/u).length,
  )
  return [lines, ...enumerated].filter(count => count > 1)
}

function isBetweenTimes({ times }: Facts, value: string, unit: string): boolean {
  if (unit !== 'hour') return false
  const hours = [...times].map(time => {
    const [hour, minutes] = time.split('h')
    return Number(hour) + Number(minutes) / 60
  })
  return hours.some(a => hours.some(b => a - b === Number(value)))
}

function halfDayBefore(time: string): string {
  const [hour, minutes] = time.split('h')
  return `${Number(hour) - 12}h${minutes}`
}

function holdsTime(ground: Facts, time: string): boolean {
  if (ground.times.has(time)) return true
  const [hour = '', minutes] = time.split('h')
  return minutes === '00' && (ground.numbers.get(hour)?.has('hour') ?? false)
}

/** "25/12/2026" proves "25/12"; the reverse only if the year occurs too. */
function holdsDate(ground: Facts, date: string): boolean {
  if (ground.dates.has(date)) return true
  const [day, month, year] = date.split('/')
  if (year) return ground.dates.has(`${day}/${month}`) && ground.numbers.has(year)
  return [...ground.dates].some(known => known.startsWith(`${date}/`))
}

function withoutListNumbers(text: string): string {
  return text.replace(/^[ \t]*[1-9][.)][ \t]+/gm, '')
}

const wordsOf = remembered((text: string): ReadonlySet<string> => {
  const words = new Set<string>()
  const all = fold(cleanText(text)).match(/[\p{L}\d]+/gu) ?? []
  for (const [at, word] of all.entries()) {
    const next = all[at + 1] ?? ''
    words
      .add(word)
      .add(word + next)
      .add(word + next + (all[at + 2] ?? ''))
    for (const part of word.match(/\p{L}+|\d+/gu) ?? []) words.add(part)
  }
  return words
})

const beginning = /(?:^|[.!?…:;\n•“"«([–—-]|[\p{Extended_Pictographic}])[\s"“'(]*$/u
const notNames = new Set(
  `da em anh chi shop ban minh quy khach co chu ok vnd vnđ usd am pm i id vat link website email zalo hotline
  viet nam vietnamese english monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
  fridays saturdays sundays january february march april may june july august september october november december`.split(
    /\s+/,
  ),
)

/** "Boxes" and "Box" are one name. */
function spellingsOf(name: string): string[] {
  const singular = name.length > 3 ? [name.replace(/s$/, ''), name.replace(/es$/, '')] : []
  return [name, ...singular, `${name}s`, `${name}es`]
}

function namesIn(reply: string): string[] {
  const text = cleanText(reply)
  const names: string[] = []
  for (const match of text.matchAll(/(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}]*/gu)) {
    const word = fold(match[0])
    if (notNames.has(word) || match[0].length === 1) continue
    const opens = beginning.test(text.slice(Math.max(0, match.index - 4), match.index))
    if (opens && match[0] !== match[0].toUpperCase()) continue
    names.push(word)
  }
  return names
}
