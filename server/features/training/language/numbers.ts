import { spokenNumbers } from './spoken-numbers.ts'

/** 399k, 399.000đ and 399,000 VND become one word, likewise 9:30, 9h30 and 9 giờ 30. Lower-case input. */

const thousands = /(?<![\d.,])\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?![\d]|[.,]\d)/g
const kilo = /(?<![\d.,])(\d{1,4})(?:[.,](\d))?\s?(?:k|nghìn|ngàn|nghin|ngan)(?![\p{L}\d])/gu
const million =
  /(?<![\d.,])(\d{1,4})(?:[.,](\d{1,3}))?\s?(?:triệu|trieu|tr|củ|mil|million)(?:\s?(rưỡi|rưởi|ruoi)|(\d)(?!\d|[.,]\d|[\p{L}%])|\s(\d)(?!\d|[.,]\d|\s?[\p{L}%])|(\d{2,3})(?!\d|[.,]\d))?(?![\p{L}\d])/gu
const billion = /(?<![\d.,])(\d{1,3})(?:[.,](\d{1,3}))?\s?(?:tỷ|tỉ|ty)(?![\p{L}\d])/gu
const halfDay = /(?<![\d.,:])(\d{1,2})(?::(\d{2}))?\s?(am|pm)(?![\p{L}\d])/gu
const hourMinute =
  /(?<![\d.,:])([01]?\d|2[0-4])\s?(?:h|g|giờ|gio)\s?([0-5]\d)(?!\d|[.,]\d)(?!\s?(?:k|tr|đ|người|phút)(?!\p{L}))/gu
const halfHour = /(?<![\d.,:])([01]?\d|2[0-4])\s?(?:h|giờ|gio)\s?(?:rưỡi|rưởi|ruoi)(?!\p{L})/gu
const clock = /(?<![\d.,:/])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])/g
const hour = /(?<![\d.,:])([01]?\d|2[0-4])h(?![\p{L}\d])/gu
const currency = /(\d)\s?(?:vnđ|vnd|₫|đồng|đ|dong)(?![\p{L}\d])/gu
const decimalComma = /(?<![\d.,])(\d+),(\d{1,2})(?![\d.,])/g
const dash = /(\d[^\s\d]{0,3})\s*[–—−]\s*(?=\d)/g

/** Money without separators or currency, times as 9h30, ranges with a plain dash. */
export function canonicalNumbers(text: string): string {
  const inDigits = spokenNumbers(text)
  if (!/\d/.test(inDigits)) return inDigits
  return inDigits
    .replace(dash, '$1-')
    .replace(thousands, whole => whole.replace(/[.,]/g, ''))
    .replace(kilo, (_, whole, tenths) => (tenths ? `${whole}${tenths}00` : `${whole}000`))
    .replace(
      million,
      (_, whole, fraction, half, glued, tenths, rest) =>
        whole + padded(fraction ?? (half ? '5' : undefined) ?? glued ?? tenths ?? rest, 6),
    )
    .replace(billion, (_, whole, fraction) => whole + padded(fraction, 9))
    .replace(
      halfDay,
      (_, hours, minutes, half) => `${(Number(hours) % 12) + (half === 'pm' ? 12 : 0)}h${minutes ?? '00'}`,
    )
    .replace(halfHour, (_, hours) => `${Number(hours)}h30`)
    .replace(hourMinute, (_, hours, minutes) => `${Number(hours)}h${minutes}`)
    .replace(clock, (_, hours, minutes) => `${Number(hours)}h${minutes}`)
    .replace(hour, (_, hours) => `${Number(hours)}h00`)
    .replace(currency, '$1 ')
    .replace(decimalComma, '$1.$2')
}

function padded(digits: string | undefined, length: number): string {
  return (digits ?? '').padEnd(length, '0')
}

/** For "no number in a reply that no cited passage has". */
export function numbersIn(text: string): string[] {
  return canonicalNumbers(text.normalize('NFC').toLowerCase()).match(/\d+(?:h\d\d|\.\d+)?/g) ?? []
}
