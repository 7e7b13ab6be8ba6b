import type { Statement } from '../compiling/entries.ts'
import { kindOf } from '../compiling/values.ts'
import { type Amount, amountsIn, holds, rangesIn } from '../reading/amounts.ts'
import { plainText, wordsIn } from '../reading/plain-text.ts'
import { casesIn } from '../reading/cases.ts'
import { weekdaysIn, wordsOfDays } from '../reading/weekdays.ts'
import type { Frame } from '../understanding/frame.ts'
import { daysFit } from './fit-slots.ts'

export function slotsFit(
  frame: Frame,
  { text, about }: Statement,
  row: Float32Array,
  own: Float32Array,
): number | undefined {
  const all = [...about, text].join(' ; ')
  const plain = plainText(all)
  let fit = 0
  const explain = (at: number): void => {
    if (at < row.length) row[at] = own[at] = Math.max(row[at]!, 0.95)
  }
  const days = daysFit(frame.days, weekdaysIn(plain))
  if (days === 0) return undefined
  if (days !== undefined) {
    fit += 1
    for (const [at, { word }] of frame.words.entries()) if (wordsOfDays.has(word)) explain(at)
  }
  for (const amount of frame.amounts) {
    const met = amountFits(amount, all)
    if (met === false) return undefined
    if (met !== true) continue
    fit += 1
    for (const [at, { word }] of frame.words.entries())
      if (/^\d/u.test(word)) {
        explain(at)
        if (wordsIn(`1 ${amount.unit}`).includes(frame.words[at + 1]?.word ?? '')) explain(at + 1)
      }
  }
  return hasKind(frame, text) === false ? undefined : fit
}

const loose: ReadonlySet<string> = new Set(['money'])

function amountFits({ dimension, value }: Amount, text: string): boolean | undefined {
  const ranges = text.split(/[,;]\s/u).flatMap(part => rangesIn(part).filter(one => one.dimension === dimension))
  if (ranges.length > 0) return ranges.some(range => holds(range, value))
  const exact = amountsIn(text).filter(one => one.dimension === dimension)
  if (exact.some(one => one.value === value)) return true
  return exact.length > 0 && !loose.has(dimension) ? false : undefined
}

export function isBeside(frame: Frame, statement: Statement): boolean {
  return isOtherCase(frame, statement) || isOtherCount(frame, statement) || isOnlyAPrice(frame, statement)
}

/** The question names a day, person, side or colour, and the statement another. */
function isOtherCase({ plain }: Frame, { text, about, path }: Statement): boolean {
  const stated = casesIn([text, ...about].join(' '))
  const above = casesIn(path.slice(1).join(' '))
  return casesIn(plain).some((sought, group) => {
    if (sought.length === 0) return false
    if (sought.some(member => stated[group]!.includes(member) || above[group]!.includes(member))) return false
    return stated[group]!.length > 0
  })
}

function isOtherCount({ words }: Frame, { text }: Statement): boolean {
  const stated = wordsIn(text)
  return words.some(({ word }, at) => {
    const counted = words[at + 1]
    if (!/^\d{1,3}$/u.test(word) || !counted || /^\d/u.test(counted.word)) return false
    const own = stated.flatMap((one, i) =>
      one === counted.word && /^\d+$/u.test(stated[i - 1] ?? '') ? [stated[i - 1]] : [],
    )
    return own.length > 0 && !own.includes(word) && !isInRange(`${word} ${counted.word}`, text)
  })
}

function isInRange(amount: string, text: string): boolean {
  return amountsIn(amount).some(({ dimension, value }) =>
    rangesIn(text).some(range => range.dimension === dimension && holds(range, value)),
  )
}

/** "Bình hoa: 180.000đ" says nothing but a price. */
function isOnlyAPrice({ wants }: Frame, { text }: Statement): boolean {
  if (wants.has('money') || wants.has('percent')) return false
  const rest = /^[^:?(]{2,60}?\s*(?::|\s[–-])\s+(\S.*)$/u.exec(text)?.[1]
  return rest !== undefined && kindOf(rest) === 'money'
}

const surelyMoney = /(?<!\p{L})(?:tien|gia|cost|price)(?!\p{L})/u
const price =
  /(?<![\d/])\d{4,}(?![\d/])|\d ?(?:d|dong|vnd|usd|k|%|phan tram)(?!\p{L})|\$ ?\d|vnd ?\d|\d{1,3}\.\d{3}|[+:] ?\d{2,3}(?![\d.:h]| ?\p{L})/u
const free =
  /(?<!\p{L})(?<!khong (?:duoc |co )?)(?:mien phi|free|khong (?:tinh|mat|thu|ton)|tang|no charge|0d)(?!\p{L})/u
const clock = /(?<!\d)\d{1,2} ?(?:h|g|:\d\d|gio|am|pm)(?!\p{L})|24\/7|24\/24/u
const date = /\d{1,2}\/\d{1,2}|thang \d|ngay \d|mung|thu (?:hai|ba|tu|nam|sau|bay|\d)|chu nhat|t[2-7]|cn/u
const when = /khi nao|luc nao|bao gio|ngay nao|when/u

/** Undefined if the question asks for no kind. */
export function hasKind({ wants, counted, plain: question }: Frame, text: string): boolean | undefined {
  const plain = plainText(text)
  if (counted !== undefined && !surelyMoney.test(question)) return /\d/u.test(plain)
  if (wants.has('account')) return /\d(?:[ .]?\d){7,}/u.test(plain)
  if (wants.has('contact')) return /\d(?:[ .]?\d){7,}|@|zalo|\.(?:com|vn|example)/u.test(plain)
  if (wants.has('percent')) return /\d ?(?:%|phan tram|percent)/u.test(plain) || free.test(plain)
  if (wants.has('duration')) return amountsIn(text).some(({ dimension }) => dimension === 'time')
  if (wants.has('time')) return when.test(question) ? clock.test(plain) || date.test(plain) : clock.test(plain)
  if (wants.has('place') && !wants.has('money')) return undefined
  if (wants.has('money')) return price.test(plain) || free.test(plain)
  return undefined
}
