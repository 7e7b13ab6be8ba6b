import { type Amount, holds } from '../reading/amounts.ts'
import type { Frame } from '../understanding/frame.ts'
import type { Field, PreparedCell } from './fact-index.ts'

/** A cell that classifies the row and is not a price. */
export function isKey({ cell }: PreparedCell): boolean {
  return cell.kind !== 'money' && cell.kind !== 'percent' && cell.value.length <= 40
}

/** @param mayBeFree whether "miễn phí" answers: beside prices, or when asked about a charge */
export function mayAnswer(
  { wants, counted, plain }: Frame,
  { cell, head, value }: PreparedCell,
  mayBeFree: boolean,
): boolean {
  if (counted !== undefined && !wants.has('money')) {
    if (cell.kind === 'money') return false
    const follows = value.words.some((word, at) => /^\d/u.test(word) && value.words[at + 1] === counted)
    return follows || (head.set.has(counted) && /\d/u.test(cell.value))
  }
  if (wants.has('account')) return accountNumber.test(cell.value)
  if (wants.has('contact')) return cell.kind === 'phone'
  if (wants.has('place') && !wants.has('money')) return cell.kind === 'place'
  if (wants.has('percent')) return cell.kind === 'percent'
  if (wants.has('duration'))
    return cell.kind === 'amount' && value.amounts.some(({ dimension }) => dimension === 'time')
  if (wants.has('time')) return cell.kind === 'time'
  if (wants.has('measure') && !wants.has('money')) {
    const sought = heavy.test(plain) ? 'weight' : holdsMuch.test(plain) ? 'volume' : 'length'
    return value.amounts.some(({ dimension }) => dimension === sought)
  }
  if (wants.has('money')) return cell.kind === 'money' || (mayBeFree && noPrice.test(cell.value))
  return wants.size === 0 && cell.value.length <= maxAnswerLength && !/^\d[\d.,]*$/u.test(cell.value)
}

const heavy = /(?<!\p{L})(?:nang|can nang|trong luong|kg|ky|ki|heavy|weigh)(?!\p{L})/u
const holdsMuch = /dung tich|(?<!\p{L})(?:lit|ml)(?!\p{L})/u
const accountNumber = /\d(?:[ .]?\d){7,}/u
const maxAnswerLength = 300
const noPrice = /^(?:miễn phí|free|không (?:có|nhận|làm|bán|áp dụng)|liên hệ|tặng)/iu

export function numbersOf({ words }: Frame): number[] {
  return words.flatMap(({ word }, at) => (/^\d/u.test(word) ? [at] : []))
}

/** Undefined if either names no day. */
export function daysFit(asked: ReadonlySet<number>, own: ReadonlySet<number>): number | undefined {
  if (asked.size === 0 || own.size === 0) return undefined
  const both = [...asked].filter(day => own.has(day)).length / asked.size
  return both >= 0.5 ? both : 0
}

const strict: ReadonlySet<string> = new Set([
  'time',
  'sessions',
  'weight',
  'length',
  'distance',
  'volume',
  'age',
  'area',
  'nights',
  'floor',
  'clock',
])

/** "60 phút" does not fit 90; 14 kg fits "trên 12 – 15 kg". */
export function amountsFit(asked: readonly Amount[], { amounts, ranges }: Field): 'yes' | 'no' | undefined {
  let fit: 'yes' | undefined
  for (const [dimension, own] of Map.groupBy(asked, amount => amount.dimension)) {
    const within = ranges.filter(range => range.dimension === dimension)
    if (within.length > 0) {
      if (!own.some(({ value }) => within.some(range => holds(range, value)))) return 'no'
      fit = 'yes'
      continue
    }
    const exact = amounts.filter(amount => amount.dimension === dimension)
    if (exact.length === 0 || dimension === 'money') continue
    if (own.some(({ value }) => exact.some(amount => amount.value === value))) fit = 'yes'
    else if (strict.has(dimension)) return 'no'
  }
  return fit
}
